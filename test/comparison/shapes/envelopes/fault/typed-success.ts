// valid-envelope (typed-mcp), a fault: a success with the key that tells failures
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

const server = new McpServer({ name: "notes", version: "1.0.0" });

server.registerTool("note", {}, async () => ({
  content: [{ type: "text", text: JSON.stringify({ text: await load("note"), error: null }) }],
}));
