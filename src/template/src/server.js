import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { fromUnknown, wrapServer } from "error-contract/standard";
import { z } from "zod";

/** Milliseconds that the tracker has for an answer. */
const LIMIT = 5_000;

/**
 * Creates the server. What fails in it reaches the audit log, and then the client as an envelope of `standard`.
 *
 * @param {{ audit: import("error-contract").AuditSink, tracker: string }} options the log, and the address of the tracker
 */
export function createServer({ audit, tracker }) {
  const server = wrapServer(new McpServer({ name: "NAME", version: "0.1.0" }), { audit });

  async function ask(path, signal) {
    const response = await fetch(tracker + path, { signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT)]) });
    // 404 becomes NOT_FOUND, 429 RATE_LIMITED with the time to wait, and so on.
    if (!response.ok) throw fromUnknown(response);
    return response.json();
  }

  server.registerTool(
    "get_issue",
    {
      description: "Reads an issue of the tracker.",
      inputSchema: { id: z.number().int().positive() },
      annotations: { readOnlyHint: true },
    },
    async ({ id }, { signal }) => {
      const { title, state } = await ask(`/issues/${id}`, signal);
      return { content: [{ type: "text", text: `${title}: ${state}` }] };
    },
  );

  server.registerResource("issues", "tracker://issues", {}, async ({ href }, { signal }) => {
    const titles = await ask("/issues", signal);
    return { contents: [{ uri: href, text: titles.join("\n") }] };
  });
  return server;
}
