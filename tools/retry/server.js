// A server whose four tools do what prove makes fail: read, write, ask another server, start a program. Its argument
// says what a client is told: `text`, as the SDK sends what a handler throws; `code`, behind the boundary; `next`,
// where the handlers also say which tool to call now.
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { fromUnknown, toolError, wrapServer } from "error-contract/standard";

const form = process.argv[2];
const plain = new McpServer({ name: "retry", version: "1.0.0" });
const server = form === "text" ? plain : wrapServer(plain, { audit: "none" });
const run = promisify(execFile);

/** @param advice by the code of a failure, what a handler that knows the other tools says to do. */
function tool(name, handler, advice = {}) {
  server.registerTool(name, { inputSchema: {}, annotations: { readOnlyHint: true } }, async () => {
    try {
      return { content: [{ type: "text", text: String(await handler()) }] };
    } catch (error) {
      if (form !== "next") throw error;
      const { code, message } = fromUnknown(error);
      throw toolError(code, message, { cause: error, next: advice[code] });
    }
  });
}

tool("read_note", () => readFile(import.meta.filename, "utf8").then((text) => text.length), {
  NOT_FOUND: "Call `create_note`, then repeat this call.",
});
tool("save_note", () => writeFile(path.join(os.tmpdir(), "error-contract-note.txt"), "Buy bread"));
tool(
  "fetch_issue",
  async () => {
    const response = await fetch("http://issues.example/7", { signal: AbortSignal.timeout(300) });
    if (!response.ok) throw Object.assign(new Error(`The service answered ${response.status}`), { response });
    return (await response.json()).title;
  },
  {
    UNAUTHENTICATED: "Call `sign_in`, then repeat this call.",
    CONFLICT: "Call `sync`, then repeat this call.",
  },
);
tool("count_words", () => run("wc", ["-w", import.meta.filename]));
await plain.connect(new StdioServerTransport());
