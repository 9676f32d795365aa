// no-error-result, no fault: a tool result that holds the contract's envelope
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toolError } from "error-contract/standard";
import { z } from "zod";

const server = new McpServer({ name: "files", version: "1.0.0" });

server.registerTool("text", { inputSchema: { path: z.string() } }, async ({ path }) => {
  const error = toolError("MISSING_INPUT", `No ${path}`);
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error.toEnvelope()) }] };
});
