// A server as many are: what fails below it reaches the client as a text, which a program takes for a success.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const tracker = process.env.TRACKER ?? "http://127.0.0.1:8080";
const server = new McpServer({ name: "issues", version: "1.0.0" });

server.registerTool(
  "get_issue",
  { inputSchema: { id: z.number().int() }, annotations: { readOnlyHint: true } },
  async ({ id }) => {
    const response = await fetch(`${tracker}/issues/${id}`, { signal: AbortSignal.timeout(500) });
    if (!response.ok) return { content: [{ type: "text", text: "The issue cannot be read" }] };
    const { title } = await response.json();
    return { content: [{ type: "text", text: title }] };
  },
);

await server.connect(new StdioServerTransport());
