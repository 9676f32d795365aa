import fs from "node:fs/promises";
import path from "node:path";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "plans", version: "1.0.0" });

server.registerTool("read_plan", { inputSchema: { file: z.string() } }, async ({ file }) => {
  if (path.basename(file) !== file) throw new Error(`PATH_TRAVERSAL_BLOCKED: ${file} leads out of the plans`);
  try {
    return { content: [{ type: "text", text: await fs.readFile(file, "utf8") }] };
  } catch (error) {
    throw new Error(`PLAN_NOT_FOUND: There is no plan ${file}`);
  }
});

await server.connect(new StdioServerTransport());
