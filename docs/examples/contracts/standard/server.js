import fs from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "notes", version: "1.0.0" });

server.registerTool("read_note", { inputSchema: { file: z.string() } }, async ({ file }) => {
  if (!file.endsWith(".md")) throw new Error(`INVALID_INPUT: ${file} is no note`);
  try {
    return { content: [{ type: "text", text: await fs.readFile(file, "utf8") }] };
  } catch (error) {
    throw new Error("NOT_FOUND: There is no such note");
  }
});

await server.connect(new StdioServerTransport());
