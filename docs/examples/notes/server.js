// The server of the README's picture: one tool, which calls the function that the linter reads.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

/** @param {(name: string) => string} readNote */
export function createServer(readNote) {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("read_note", { inputSchema: { name: z.string() } }, ({ name }) => ({
    content: [{ type: "text", text: readNote(name) }],
  }));
  return server;
}
