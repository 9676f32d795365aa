// require-boundary, a fault: a function of another file, in JavaScript
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as handlers from "../../handlers.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, handlers.readHandler);
