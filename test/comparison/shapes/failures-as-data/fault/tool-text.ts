// no-error-result, a fault: a failure that looks like an answer
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { load } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });

server.registerTool("text", { inputSchema: { path: z.string() } }, async ({ path }) => {
  try {
    return { content: [{ type: "text", text: await load(path) }] };
  } catch (error) {
    return { content: [{ type: "text", text: String(error) }] };
  }
});
