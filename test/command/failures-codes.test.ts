// The codes of failures that are not written where the failure is made: given to a function, worked out, wrapped.
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type Files, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { toolError, wrapHandler } from "error-contract/standard";
import { NotesError, makeFailure, failWith } from "./failures.js";
const server = new McpServer({ name: "notes", version: "1.0.0" });
const TABLE = { a: "NOT_FOUND" };
`;

const FAILURES = `import { ToolError, toolError } from "error-contract/standard";
export const makeFailure = (code, text) => toolError(code, text);
export function failWith(code) { throw makeFailure(code, "It failed"); }
export class NotesError extends ToolError { constructor(code) { super({ code, message: "It failed" }); } }
`;

async function linesOf(handler: string): Promise<unknown> {
  const files: Files = {
    "package.json": JSON.stringify({ name: "notes", type: "module" }),
    "src/server.js": `${HEAD}server.registerTool("read_note", {}, ${handler});\n`,
    "src/failures.js": FAILURES,
  };
  const cwd = projectWith(files);
  const { status, stderr } = await runHere(cwd, "failures");
  expect({ status, stderr }).toMatchObject({ status: 0 });
  return JSON.parse(fs.readFileSync(path.join(cwd, "error-contract.failures.json"), "utf8")).tools.read_note;
}

const OPEN = "converted src/server.js";

it.each<[string, string, readonly string[]]>([
  ["a handler in the boundary", 'wrapHandler(() => { throw toolError("TIMEOUT", "x"); }, "read_note")', ["TIMEOUT"]],
  ["a function that makes it with the code", '() => { throw makeFailure("TIMEOUT", "x"); }', ["TIMEOUT"]],
  ["a function that throws it by another", '() => failWith("TIMEOUT")', ["TIMEOUT"]],
  ["a class of the project's own", '() => { throw new NotesError("TIMEOUT"); }', ["TIMEOUT"]],
  ["either of two codes", '({ id }) => failWith(id ? "TIMEOUT" : "CONFLICT")', ["CONFLICT", "TIMEOUT"]],
  ["a function whose failures end", '() => { try { failWith("TIMEOUT"); } catch { return null; } }', []],
  ["a code from a table", "({ id }) => { throw toolError(TABLE[id], 'x'); }", [OPEN]],
  ["one written, one from a table", "({ id }) => failWith(id ? 'TIMEOUT' : TABLE[id])", ["TIMEOUT", OPEN]],
  ["a code that the client gives", "({ code }) => failWith(code)", [OPEN]],
  ["a list of arguments", "(given) => failWith(...given)", [OPEN]],
])("knows the code of %s", async (_, handler, lines) => {
  expect(await linesOf(handler)).toEqual(lines);
});

it("does not call a code never thrown where one is worked out", async () => {
  const handler = `wrapHandler(({ id }) => { throw toolError(TABLE[id], "x"); }, { throws: ["NOT_FOUND"] })`;
  const files = {
    "package.json": JSON.stringify({ name: "notes", type: "module" }),
    "src/server.js": `${HEAD}server.registerTool("read_note", {}, ${handler});\n`,
    "src/failures.js": FAILURES,
  };
  const { stderr } = await runHere(projectWith(files), "failures");
  expect(stderr).not.toContain("never throws");
});
