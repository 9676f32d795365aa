// require-boundary, no fault: wrapped in another file
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { wrappedHandler } from "../../handlers.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, wrappedHandler);
