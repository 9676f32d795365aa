// require-boundary, no fault: prompts and resources are no tools
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerPrompt("ask", {}, () => ({ messages: [] }));
server.registerResource("a", "file:///a", {}, async (uri) => ({
  contents: [{ uri: uri.href, text: await load("a") }],
}));
