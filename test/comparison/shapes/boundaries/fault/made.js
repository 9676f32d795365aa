// require-boundary, a fault: a handler that a function makes
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

const reader = (path) => async () => ({ content: [{ type: "text", text: await load(path) }] });
const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, reader("a"));
