// no-error-result, a fault: a tool result that says it failed, in words of its own
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { load } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });

server.registerTool("text", { inputSchema: { path: z.string() } }, async ({ path }) => {
  if (path === "") return { isError: true, content: [{ type: "text", text: "No path" }] };
  return { content: [{ type: "text", text: await load(path) }] };
});
