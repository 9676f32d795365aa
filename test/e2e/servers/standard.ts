import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { fromUnknown, toolError, wrapHandler } from "error-contract/standard";
import { z } from "zod";

interface Note {
  readonly id: number;
  readonly text: string;
}

/** A server of notes, which fetches some of them. */
export function createServer(fetchNote: (id: number) => Promise<Response>): McpServer {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const notes = new Map<number, Note>([[1, { id: 1, text: "buy milk" }]]);

  server.registerTool(
    "read_note",
    { inputSchema: { id: z.number() }, outputSchema: { text: z.string() } },
    wrapHandler(({ id }) => {
      const note = notes.get(id);
      if (!note) throw toolError("NOT_FOUND", `There is no note ${id}`, { details: { id } });
      return { content: [{ type: "text", text: note.text }], structuredContent: { text: note.text } };
    }, "read_note"),
  );
  server.registerTool(
    "add_note",
    { inputSchema: { id: z.number(), text: z.string() } },
    wrapHandler(({ id, text }) => {
      if (notes.has(id)) throw toolError("ALREADY_EXISTS", `There is a note ${id} already`);
      notes.set(id, { id, text });
      return { content: [{ type: "text", text: "added" }] };
    }, "add_note"),
  );
  server.registerTool(
    "fetch_note",
    { inputSchema: { id: z.number() } },
    wrapHandler(async ({ id }) => {
      const response = await fetchNote(id);
      if (!response.ok) throw fromUnknown(response, { message: `The note ${id} could not be fetched` });
      return { content: [{ type: "text", text: await response.text() }] };
    }, "fetch_note"),
  );
  return server;
}
