import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toolError, wrapServer } from "error-contract/standard";
import { z } from "zod";

export function createServer(): McpServer {
  const server = wrapServer(new McpServer({ name: "mail", version: "1.0.0" }), { audit: "none" });
  let isSignedIn = false;
  let sent = 0;

  server.registerTool("sign_in", { inputSchema: { token: z.string() } }, () => {
    isSignedIn = true;
    return { content: [{ type: "text", text: "welcome" }] };
  });
  server.registerTool("send_mail", { inputSchema: { to: z.email(), text: z.string() } }, ({ to }) => {
    if (!isSignedIn) throw toolError("UNAUTHENTICATED", "Please log in to continue");
    if (++sent === 1) throw toolError("RATE_LIMITED", "Slow down, one mail a second", { retry_after: 1 });
    return { content: [{ type: "text", text: `sent to ${to}` }] };
  });
  server.registerTool("read_mail", { inputSchema: { id: z.number() } }, ({ id }) => {
    throw toolError("NOT_FOUND", `Nothing here for ${id}`);
  });
  return server;
}
