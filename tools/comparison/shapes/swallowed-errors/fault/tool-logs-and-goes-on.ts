// no-swallowed-error, a fault: a tool's handler logs an error and answers as if nothing had happened
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { cache, logger } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });

server.registerTool("count", { inputSchema: { path: z.string() } }, async ({ path }) => {
  const text = cache.get(path);
  if (text === undefined) {
    logger.error("nothing is cached");
  }
  return { content: [{ type: "text", text: String(text?.length) }] };
});
