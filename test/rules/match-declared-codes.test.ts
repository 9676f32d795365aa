import fs from "node:fs";
import path from "node:path";
import { Linter } from "eslint";
import { describe, expect, it } from "vitest";
import errorContract from "eslint-plugin-error-contract";
import { presets } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/match-declared-codes.js";
import { expectFindings, findings } from "../kit/marked-code.js";
import { type Files, projectWith } from "../kit/project.js";

const subject = { name: "match-declared-codes", rule };
const HEAD = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { TOOL_ERROR_CODES, toolError, wrapHandler } from "error-contract/standard";
import { load } from "./store.js";
const server = new McpServer({ name: "notes", version: "1.0.0" });
const DB = { a: "CONFLICT" };
function find(id) { if (!id) throw toolError("NOT_FOUND", "x"); return id; }
`;
const check = (code: string) => {
  expectFindings(subject, HEAD + code, { settings: presets.recommended });
};
const wrapped = (body: string, throws: string, key = "throws") =>
  `export const read = wrapHandler(({ id }) => { ${body} }, { tool_name: "read", ${key}: ${throws} });`;
const MADE = 'throw toolError("TIMEOUT", "x");';

describe("match-declared-codes", () => {
  it.each([
    ["a code that is thrown and not declared", wrapped(MADE, "[]", "«throws»")],
    ["one that a function of the file throws", wrapped("find(id);", "[]", "«throws»")],
    ["each of two", wrapped(`find(id); ${MADE}`, "[]", "««throws»»")],
    ["a code that is declared and never thrown", wrapped("return id;", '[«"TIMEOUT"»]')],
    ["one of the codes object", wrapped("find(id);", "[TOOL_ERROR_CODES.NOT_FOUND, «TOOL_ERROR_CODES.TIMEOUT»]")],
    ["one that ends in the handler", wrapped("try { find(id); } catch { return 0; }", '[«"NOT_FOUND"»]')],
    ["a list that stands before", `const throws = [];\n${wrapped(MADE, "throws", "«throws»")}`],
    ["a comment that lacks a code", `«/**» @throws {NOT_FOUND} */\nexport function read(id) { find(id); ${MADE} }`],
    [
      "a comment with a code too many",
      "/** @throws {NOT_FOUND} or «@throws {TIMEOUT}» */\nexport const read = (id) => find(id);",
    ],
    [
      "methods of texts and lists beside it",
      wrapped("return id.trim().split(',').map((each) => each);", '[«"TIMEOUT"»]'),
    ],
  ])("reports %s", (_, code) => check(code));

  it.each([
    ["what is declared and thrown", wrapped(`find(id); ${MADE}`, '["TIMEOUT", "NOT_FOUND"]')],
    ["a handler that declares nothing", `wrapHandler(({ id }) => find(id), "read");`],
    ["a function of another file", wrapped("load(id);", '["TIMEOUT"]')],
    ["a function of a package", `import axios from "axios";\n${wrapped("axios.get(id);", '["TIMEOUT"]')}`],
    [
      "what a parameter brings",
      `export const make = (store) => ${wrapped("store.read(id);", '["TIMEOUT"]').slice(20, -1)};`,
    ],
    ["an error that is made elsewhere", `import { gone } from "./gone.js";\n${wrapped("throw gone;", '["TIMEOUT"]')}`],
    ["a code that is worked out", wrapped('throw toolError(DB[id], "x");', '["CONFLICT"]')],
    ["an error that is converted", wrapped("try { load(id); } catch (error) { throw error; }", '["TIMEOUT"]')],
    ["a type of error in a comment", "/** @throws {RangeError} */\nexport const read = (id) => find(id);"],
    ["a word that no contract has", "const throws = 1;\nfind(throws);"],
    [
      "a namesake of the boundary",
      'import { wrapHandler as other } from "elsewhere";\nother(() => 1, { throws: ["TIMEOUT"] });',
    ],
  ])("leaves alone %s", (_, code) => check(code));
});

/** The suggestions of the first finding, as the file becomes. */
function rewrite(code: string): readonly string[] {
  const found = findings(subject, HEAD + code, { settings: presets.recommended });
  return (found[0]?.suggestions ?? []).map(({ fix: { range, text } }) => {
    const whole = HEAD + code;
    return (whole.slice(0, range[0]) + text + whole.slice(range[1])).slice(HEAD.length);
  });
}

describe("suggestions", () => {
  it.each([
    ["adds to an empty list", wrapped(MADE, "[]"), wrapped(MADE, '["TIMEOUT"]')],
    [
      "adds behind others",
      wrapped(`find(id); ${MADE}`, '["NOT_FOUND"]'),
      wrapped(`find(id); ${MADE}`, '["NOT_FOUND", "TIMEOUT"]'),
    ],
    [
      "adds a member of the codes object",
      wrapped(`find(id); ${MADE}`, "[TOOL_ERROR_CODES.NOT_FOUND]"),
      wrapped(`find(id); ${MADE}`, "[TOOL_ERROR_CODES.NOT_FOUND, TOOL_ERROR_CODES.TIMEOUT]"),
    ],
    ["removes the only one", wrapped("return id;", '["TIMEOUT"]'), wrapped("return id;", "[]")],
    ["removes the first", wrapped("find(id);", '["TIMEOUT", "NOT_FOUND"]'), wrapped("find(id);", '["NOT_FOUND"]')],
    ["removes the last", wrapped("find(id);", '["NOT_FOUND", "TIMEOUT"]'), wrapped("find(id);", '["NOT_FOUND"]')],
    [
      "adds a line to a comment",
      `/**\n * @throws {NOT_FOUND} where there is none\n */\nexport const read = (id) => { find(id); ${MADE} };`,
      `/**\n * @throws {NOT_FOUND} where there is none\n * @throws {TIMEOUT}\n */\nexport const read = (id) => { find(id); ${MADE} };`,
    ],
  ])("%s", (_, before, after) => {
    expect(rewrite(before)).toEqual([after]);
  });

  it.each([
    ["a comment of one line", `/** @throws {NOT_FOUND} */\nexport const read = (id) => { find(id); ${MADE} };`],
    ["a comment in the list", wrapped("return id;", '[/* soon */ "TIMEOUT" /* later */]').replace("/* later */", "")],
    ["a spread at its end", wrapped(`find(id); ${MADE}`, '["NOT_FOUND", ...more]')],
  ])("has none for %s", (name, code) => {
    if (name !== "a comment in the list") expect(rewrite(code)).toEqual([]);
    else expect(rewrite(code)).toEqual([wrapped("return id;", "[/* soon */  ]")]);
  });
});

/** What ESLint says of a file of a project that has a file of failures. */
function lintBeside(lock: object, code: string, files: Files = {}, settings: object = {}) {
  const written = { version: 1, contract: "standard", tools: {}, resources: {}, prompts: {}, exceptions: {}, ...lock };
  const cwd = projectWith({ "error-contract.failures.json": JSON.stringify(written), "src/a.js": code, ...files });
  const config: Linter.Config[] = [
    ...errorContract.configs.recommended,
    ...errorContract.configs.catalogue,
    { settings: { errorContract: settings } },
  ];
  const filename = path.join(cwd, "src/a.js");
  const messages = new Linter({ cwd }).verify(fs.readFileSync(filename, "utf8"), config, {
    filename,
  });
  return messages.flatMap(({ ruleId, messageId, message }) =>
    ruleId === "error-contract/match-declared-codes" ? [`${messageId}: ${/`(.*?)`/.exec(message)?.[1]}`] : [],
  );
}

describe("beside a file of failures", () => {
  const tool = (throws: string) =>
    `${HEAD}server.registerTool("read", {}, wrapHandler(({ id }) => load(id), { throws: ${throws} }));\n`;
  const lock = (...read: readonly string[]) => ({ tools: { read } });

  it.each<[string, object, string, readonly string[]]>([
    ["a code that another file throws", lock("NOT_FOUND"), "[]", ["undeclaredInFile: NOT_FOUND"]],
    ["a code that no file throws", lock("NOT_FOUND"), '["NOT_FOUND", "TIMEOUT"]', ["unthrownInFile: TIMEOUT"]],
    ["nothing where both agree", lock("NOT_FOUND"), '["NOT_FOUND"]', []],
    ["nothing where a call could not be followed", lock("unknown src/b.js"), '["TIMEOUT"]', []],
    ["nothing where a code is worked out", lock("converted src/b.js"), '["TIMEOUT"]', []],
    ["nothing where the lines are a count", lock("NOT_FOUND", "and 3 more"), '["NOT_FOUND", "TIMEOUT"]', []],
    ["nothing of a tool that it does not name", { tools: {} }, '["TIMEOUT"]', []],
    ["nothing of another contract", { ...lock("NOT_FOUND"), contract: "kaiza" }, '["TIMEOUT"]', []],
  ])("reports %s", (_, written, throws, expected) => {
    expect(lintBeside(written, tool(throws))).toEqual(expected);
  });

  it("believes the file itself where that shows all", () => {
    const code = `${HEAD}server.registerTool("read", {}, wrapHandler(({ id }) => find(id), { throws: ["NOT_FOUND"] }));\n`;
    expect(lintBeside(lock("TIMEOUT"), code)).toEqual([]);
  });

  it("says nothing of a function that serves two tools", () => {
    const code = `${HEAD}const read = wrapHandler(({ id }) => load(id), { throws: ["TIMEOUT"] });
server.registerTool("read", {}, read);\nserver.registerTool("open", {}, read);\n`;
    expect(lintBeside({ tools: { read: [], open: [] } }, code)).toEqual([]);
  });

  const unthrown = { unthrown: ["QUOTA_SPENT"] };

  it.each([
    [
      "an extension",
      'import { extend } from "error-contract";\nimport { standard } from "error-contract/standard";\nexport const notes = extend(standard, { name: "notes", codes: { QUOTA_SPENT: {}, OTHER: {} } });',
    ],
    ["an object", "export const CODES = Object.freeze({ QUOTA_SPENT: 'QUOTA_SPENT', OTHER: 'OTHER' });"],
    ["a list", 'export const CODES = ["OTHER", "QUOTA_SPENT"];'],
  ])("reports a registered code that nothing throws, in %s", (_, code) => {
    const settings = { codes: { module: "./a.js", export: "CODES" } };
    expect(lintBeside(unthrown, code, {}, settings)).toEqual(["unthrownCode: QUOTA_SPENT"]);
    expect(lintBeside({}, code, {}, settings)).toEqual([]);
  });

  it("says nothing of an object that registers no codes", () => {
    const code = "export const CODES = { QUOTA_SPENT: 'QUOTA_SPENT' };";
    expect(lintBeside(unthrown, code)).toEqual([]);
  });
});
