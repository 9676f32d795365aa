// require-boundary, a fault: a function of another file
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { readHandler } from "../../handlers.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, readHandler);
