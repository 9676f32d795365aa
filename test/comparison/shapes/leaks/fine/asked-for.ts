// no-error-leak, no fault: an absolute path that was asked for
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("where", {}, async () => ({ content: [{ type: "text", text: path.resolve(".") }] }));
