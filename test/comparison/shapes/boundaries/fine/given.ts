// require-boundary, no fault: a handler that a function is given
import type { McpServer, ToolCallback } from "@modelcontextprotocol/sdk/server/mcp.js";

export function register(server: McpServer, name: string, handler: ToolCallback) {
  server.registerTool(name, {}, handler);
}
