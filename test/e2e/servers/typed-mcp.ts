import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { mcpError, wrapHandler } from "error-contract/typed-mcp";
import { z } from "zod";

/** A mailbox that wants a token, and takes so many mails a minute. */
export interface Mailbox {
  readonly token: string | undefined;
  readonly wait: number;
  send(to: string, text: string): Promise<void>;
}

/** A server of mail, whose failures are JSON with an `error` key. */
export function createServer(mailbox: Mailbox, log: (original: unknown) => void): McpServer {
  const server = new McpServer({ name: "mail", version: "1.0.0" });
  const reauth_command = "mail login";
  const shared = { reauth_command, onInternalError: log };

  server.registerTool(
    "send_mail",
    { inputSchema: { to: z.string(), text: z.string() } },
    wrapHandler(
      async ({ to, text }) => {
        if (mailbox.token === undefined) throw mcpError("auth_required", undefined, { reauth_command });
        if (mailbox.wait > 0) throw mcpError("rate_limited", undefined, { retry_after: mailbox.wait });
        try {
          await mailbox.send(to, text);
        } catch (cause) {
          throw mcpError("send_failed", `The mail to ${to} was not accepted`, { to }, { cause });
        }
        return { content: [{ type: "text", text: JSON.stringify({ sent: to }) }] };
      },
      { ...shared, tool_name: "send_mail" },
    ),
  );
  server.registerTool(
    "read_mail",
    { inputSchema: { id: z.string() } },
    wrapHandler(({ id }) => ({ content: [{ type: "text", text: new URL(id).href }] }), {
      ...shared,
      tool_name: "read_mail",
    }),
  );
  return server;
}
