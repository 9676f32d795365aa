/** The code that the playground begins with. */
export const EXAMPLE = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const notes = new Map([["today", "Buy bread"]]);
const server = new McpServer({ name: "notes", version: "1.0.0" });
const note = { name: z.string() };

server.registerTool("read_note", { inputSchema: note }, async ({ name }) => {
  const text = notes.get(name);
  if (!text) throw new Error(\`NOT_FOUND: There is no note \${name}\`);
  return { content: [{ type: "text", text }] };
});

server.registerTool("delete_note", { inputSchema: note }, async ({ name }) => {
  if (name === "today") throw new Error("Today's note is locked");
  notes.delete(name);
  return { content: [{ type: "text", text: "deleted" }] };
});

const json = { json: z.string() };

server.registerTool("import", { inputSchema: json }, async ({ json }) => {
  try {
    for (const [name, text] of JSON.parse(json)) notes.set(name, text);
  } catch (error) {
    console.error(error);
  }
  return { content: [{ type: "text", text: "imported" }] };
});
`;
