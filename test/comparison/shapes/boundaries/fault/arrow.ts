// require-boundary, a fault: a handler in place
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, async () => ({ content: [{ type: "text", text: await load("a") }] }));
