// no-error-leak, a fault: the whole environment as a tool's text
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

const server = new McpServer({ name: "about", version: "1.0.0" });
server.registerTool("about", {}, async () => ({
  content: [{ type: "text", text: JSON.stringify(process.env, null, 2) }],
}));
