import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "repositories", version: "1.0.0" });
const repositories = new Map([["octocat", "hello-world"]]);

const missing = (param_name) => ({
  success: false,
  error: {
    code: "VALIDATION_MISSING_PARAM",
    message: `Missing required parameter '${param_name}'`,
    details: { param_name },
  },
});

server.registerTool("get_repo", { inputSchema: { owner: z.string().optional() } }, async ({ owner }) => {
  if (owner === undefined) return missing("owner");
  if (!repositories.has(owner)) throw new Error(`NOT_FOUND_RESOURCE: Repository '${owner}' not found`);
  return { content: [{ type: "text", text: repositories.get(owner) }] };
});

await server.connect(new StdioServerTransport());
