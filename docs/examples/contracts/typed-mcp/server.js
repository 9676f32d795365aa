import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "mail", version: "1.0.0" });
const messages = new Map([["1", "Hello"]]);

server.registerTool("read_message", { inputSchema: { id: z.string() } }, async ({ id }) => {
  if (!messages.has(id)) throw new Error(`not_found: there is no message ${id}`);
  return { content: [{ type: "text", text: messages.get(id) }] };
});

server.registerTool("send_message", { inputSchema: { to: z.string() } }, async ({ to }) => {
  if (!to.includes("@")) {
    return { isError: true, content: [{ type: "text", text: `send_failed: ${to} is no address` }] };
  }
  return { content: [{ type: "text", text: "sent" }] };
});

await server.connect(new StdioServerTransport());
