// require-boundary, a fault: a server that a function is given
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

export function registerRead(target: McpServer) {
  target.registerTool("read", {}, async () => ({ content: [{ type: "text", text: await load("a") }] }));
}
