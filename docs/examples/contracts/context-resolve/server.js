import fs from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "context", version: "1.0.0" });
const inputSchema = { cache: z.string(), budget: z.number() };

server.registerTool("resolve_context", { inputSchema }, async ({ cache, budget }) => {
  if (budget < 1) throw new Error("invalid_budget: The budget is too small");
  try {
    return { content: [{ type: "text", text: await fs.readFile(cache, "utf8") }] };
  } catch (error) {
    throw new Error(`cache_missing: ${cache}: ${error.message}`);
  }
});

await server.connect(new StdioServerTransport());
