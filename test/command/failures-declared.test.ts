// What handlers declare to throw, beside what can leave them.
import { describe, expect, it } from "vitest";
import { type Files, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { TOOL_ERROR_CODES, toolError, wrapHandler } from "error-contract/standard";
import { load } from "./store.js";
const server = new McpServer({ name: "notes", version: "1.0.0" });
`;
const STORE = `import { toolError } from "error-contract/standard";
export function load(id) {
  if (id > 9) throw toolError("CONFLICT", "It is open");
  return id;
}
`;
const HANDLER = `({ id }) => {
  if (id === 0) throw toolError("NOT_FOUND", "No note");
  return load(id);
}`;

const serverOf = (handler: string, before = "") =>
  `${HEAD}${before}server.registerTool("read_note", {}, ${handler});\n`;
const wrapped = (throws: string) => serverOf(`wrapHandler(${HANDLER}, { tool_name: "read_note", throws: ${throws} })`);

/** What `--check` says of a server, when its file has been written. */
async function check(server: string, files: Files = {}): Promise<{ status: number | null; said: readonly string[] }> {
  const manifest = JSON.stringify({ name: "notes", type: "module" });
  const cwd = projectWith({ "package.json": manifest, "src/server.js": server, "src/store.js": STORE, ...files });
  expect((await runHere(cwd, "failures")).status).toBe(0);
  const { status, stderr } = await runHere(cwd, "failures", "--check");
  return {
    status,
    said: stderr
      .trimEnd()
      .split("\n")
      .filter((line) => line.includes("throw")),
  };
}

const missing = "(src/server.js:5) can throw CONFLICT and does not declare it: src/server.js:7 > src/store.js:3";
const both = '["NOT_FOUND", "CONFLICT"]';

describe("a declaration in the options of the boundary", () => {
  it.each<[string, string]>([
    ["in place", both],
    ["by the codes object", "[TOOL_ERROR_CODES.NOT_FOUND, TOOL_ERROR_CODES.CONFLICT]"],
  ])("is right, written %s", async (_, throws) => {
    expect(await check(wrapped(throws))).toEqual({ status: 0, said: [] });
  });

  it("is right, written before, with a factory that takes the declared codes alone", async () => {
    const before = `const codes = ["NOT_FOUND", "CONFLICT"];\nconst fail = toolError;\n`;
    const handler = HANDLER.replace("toolError", "fail");
    const text = serverOf(`wrapHandler(${handler}, { tool_name: "read_note", throws: codes })`, before);
    expect(await check(text)).toEqual({ status: 0, said: [] });
  });

  it("lacks a code, which is told with the way", async () => {
    expect(await check(wrapped('["NOT_FOUND"]'))).toEqual({ status: 1, said: [`\`a handler\` ${missing}`] });
  });

  it("has a code that is never thrown", async () => {
    const { status, said } = await check(wrapped('["NOT_FOUND", "CONFLICT", "TIMEOUT"]'));
    expect(status).toBe(1);
    expect(said).toEqual(["`a handler` (src/server.js:5) declares TIMEOUT and never throws it"]);
  });

  it("is not called wrong where a call could not be followed", async () => {
    const text = wrapped('["NOT_FOUND", "CONFLICT", "TIMEOUT"]').replace("load(id)", "(run(id), load(id))");
    expect(await check(`import { run } from "./gone.js";\n${text}`)).toEqual({ status: 0, said: [] });
  });
});

describe("a comment of JSDoc", () => {
  const commented = (comment: string, text: string) => `${HEAD}${comment}\n${text}\n`;
  const right = "/**\n * Reads a note.\n *\n * @throws {NOT_FOUND} where there is none\n * @throws {CONFLICT}\n */";
  const named = `export const readNote = ${HANDLER};\nserver.registerTool("read_note", {}, readNote);`;

  it.each<[string, string]>([
    ["a variable", named],
    [
      "a function",
      `async function readNote${HANDLER.replace(" =>", "")}\nserver.registerTool("read_note", {}, readNote);`,
    ],
    ["a registration", `server.registerTool("read_note", {}, ${HANDLER});`],
  ])("stands in front of %s", async (_, text) => {
    expect(await check(commented(right, text))).toEqual({ status: 0, said: [] });
    const { status, said } = await check(commented("/** @throws {NOT_FOUND} */", text));
    expect([status, said.length]).toEqual([1, 1]);
    expect(said[0]).toContain("can throw CONFLICT and does not declare it: ");
  });

  it("names the function", async () => {
    const { said } = await check(commented("/** @throws {TIMEOUT} @throws {NOT_FOUND} @throws {CONFLICT} */", named));
    expect(said).toEqual(["`readNote` (src/server.js:6) declares TIMEOUT and never throws it"]);
  });

  it("that names a type of error declares no code", async () => {
    expect(await check(commented("/** @throws {RangeError} */", named))).toEqual({ status: 0, said: [] });
  });
});

describe("a code of the project's own", () => {
  const config = `import errorContract from "eslint-plugin-error-contract";
const codes = ["QUOTA_SPENT"];
export default [...errorContract.configs.recommended, { settings: { errorContract: { codes } } }];
`;

  it("that nothing throws is told, and no problem", async () => {
    const { status, said } = await check(serverOf(HANDLER), { "eslint.config.js": config });
    expect(said).toEqual(["QUOTA_SPENT is registered, and nothing throws it."]);
    expect(status).toBe(0);
    const thrown = serverOf(HANDLER.replace("NOT_FOUND", "QUOTA_SPENT"));
    expect((await check(thrown, { "eslint.config.js": config })).said).toEqual([]);
  });
});
