// require-boundary, a fault: by the older method
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { load } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.tool("read", "Reads a file", { path: z.string() }, async ({ path }) => ({
  content: [{ type: "text", text: await load(path) }],
}));
