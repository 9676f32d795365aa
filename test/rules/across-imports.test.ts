import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Files } from "../kit/project.js";
import { lintBeside, lintFile, writeProject } from "./beside-modules.js";

const HELPERS = `
import { log } from "./log.js";
const MARK = { isError: true };
export function describe(err: unknown): string {
  const message = err instanceof Error ? err.message : String(err);
  return err instanceof Error ? message + "\\n" + err.stack : message;
}
export const toText = (err: unknown) => (err instanceof Error ? err.message : String(err));
export function raise(err: unknown): never { throw new Error("It failed", { cause: err }); }
export const raiseLater = (err: unknown) => { log(err); raise(err); };
export function errorAnswer(message: string) { return { content: [{ type: "text", text: message }] }; }
export function marked(message: string) { return { isError: true, content: [{ type: "text", text: message }] }; }
export function either(text: string, failed: boolean) {
  if (failed) return { isError: true, content: [{ type: "text", text }] };
  return { content: [{ type: "text", text }] };
}
export const spreadMark = (message: string) => ({ ...MARK, content: [{ type: "text", text: message }] });
export const failMaybe = (message: string, isError = true) =>
  ({ ...(isError ? { isError } : {}), content: [{ type: "text", text: message }] });
export const failWith = (message: string, data?: object) =>
  ({ content: [{ type: "text", text: message }], ...(data ? { structuredContent: data } : {}) });
export function assertDone(result: any) { if (!result.success) throw new Error(result.error); }
export class Answers {
  static oops(error: Error) { return { content: [{ type: "text", text: "Oh: " + error.message }] }; }
}
export const answers = { fail: (error: Error) => ({ content: [{ type: "text", text: error.message }] }) };
export const instance = new (class Maker { fail(error: Error) { return errorAnswer(error.message); } })();
export async function save(input: unknown) {
  try { return { success: true, id: await log(input) }; } catch (err) { return { success: false, error: String(err) }; }
}
export async function move(input: unknown): Promise<{ ok: true } | { ok: false; error: string }> {
  return await log(input);
}
export async function count(input: unknown) { return { found: false, total: await log(input) }; }
export const missing = (id: string) => \`There is no \${id}.\`;
`;

const WRAPPERS = `
import { log } from "./log.js";
import { wrapHandler } from "error-contract/standard";
export const rethrows = (run: any) => async (input: any) => {
  try { return await run(input); } catch (err) { log(err); throw err; }
};
export const bare = (run: any) => async (input: any) => { log("called"); return await run(input); };
export const records = (run: any) => async (input: any) => {
  try { return await run(input); } catch (err) { console.error(err); }
};
export const answers = (run: any) => async (input: any) => {
  try { return await run(input); } catch (err) { return { isError: true, content: [{ type: "text", text: "No." }] }; }
};
export const converts = (run: any) => async (input: any) => {
  try { return await run(input); } catch (err) { throw new McpError(-32603, "No."); }
};
export const chained = (run: any) => (input: any) =>
  run(input).catch((err: Error) => ({ isError: true, content: [{ type: "text", text: err.message }] }));
export const ours = (run: any) => wrapHandler(run, "x");
export const nested = (run: any) => bare(answers(run));
export async function runs(name: string, work: () => Promise<unknown>) { log(name); return await work(); }
export async function runsSafely(name: string, work: () => Promise<unknown>) {
  try { return await work(); } catch (err) { return { isError: true, content: [{ type: "text", text: name }] }; }
}
export const hidden = (options: any) => async (input: any) => options.run(input);
`;

const SDK = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;

/** Lints a server beside the helpers. */
const lint = (code: string, rules: RegExp, files: Files = {}, preset?: string) =>
  lintBeside({ "helpers.ts": HELPERS, "wrappers.ts": WRAPPERS, ...files }, code, rules, preset);

const tool = (wrapped: string, names: string) =>
  `${SDK}import { ${names} } from "./wrappers.js"; const server = new McpServer(info);\n` +
  `server.registerTool("read", {}, ${wrapped});`;

const handler = "async () => { throw new Error('no') }";
const BARE = "2 require-boundary bareServer";

describe("require-boundary looks through a wrapper of another module", () => {
  it.each([
    ["one that rethrows", tool(`rethrows(${handler})`, "rethrows"), [BARE, "3 no-raw-error rawThrow"]],
    ["one without a try", tool(`bare(${handler})`, "bare"), [BARE, "3 no-raw-error rawThrow"]],
    [
      "one that only records",
      tool(`records(${handler})`, "records"),
      ["3 require-boundary droppingWrapper", "3 no-raw-error rawThrow"],
    ],
    ["one that answers", tool(`answers(${handler})`, "answers"), []],
    ["one that answers in a chain", tool(`chained(${handler})`, "chained"), []],
    ["one that wraps another", tool(`nested(${handler})`, "nested"), []],
    ["one that makes another error", tool(`converts(${handler})`, "converts"), ["3 no-raw-error rawThrow"]],
    ["the contract's own", tool(`ours(${handler})`, "ours"), ["3 no-raw-error rawThrow"]],
    ["one that cannot be followed", tool(`hidden(${handler})`, "hidden"), ["3 no-raw-error rawThrow"]],
    [
      "a function that runs the work",
      tool(`async () => runs("x", ${handler})`, "runs"),
      [BARE, "3 no-raw-error rawThrow"],
    ],
    ["one that answers for the work", tool(`async () => runsSafely("x", ${handler})`, "runsSafely"), []],
  ])("%s", (_, code, expected) => {
    expect(lint(code, /boundary|no-raw-error/)).toEqual(expected);
  });
});

const answering = (body: string, names: string) =>
  `import { ${names} } from "./helpers.js";\n` +
  `server.registerTool("read", {}, async (input) => { try { return await run(input); } catch (err) {\n${body}\n} });`;

describe("no-error-result knows what a function of another module answers", () => {
  it.each([
    [
      "content without a mark",
      answering(`return errorAnswer("no");`, "errorAnswer"),
      ["3 no-error-result failureMaker"],
    ],
    ["content with a mark", answering(`return marked("no");`, "marked"), []],
    ["a function that marks by what it is told", answering(`return either("no", true);`, "either"), []],
    [
      "content that is marked afterwards",
      answering(`const answer = errorAnswer("no"); answer.isError = true; return answer;`, "errorAnswer"),
      [],
    ],
    [
      "content that is spread beside a mark",
      answering(`return { ...errorAnswer("no"), isError: true };`, "errorAnswer"),
      [],
    ],
    ["a function that spreads a mark", answering(`return spreadMark("no");`, "spreadMark"), []],
    ["a function that spreads one by what it is told", answering(`return failMaybe("no");`, "failMaybe"), []],
    [
      "a function that spreads something else",
      answering(`return failWith("no");`, "failWith"),
      ["3 no-error-result failureMaker"],
    ],
    ["a static method", answering(`return Answers.oops(err);`, "Answers"), ["3 no-error-result failureMaker"]],
    ["a member of an object", answering(`return answers.fail(err);`, "answers"), ["3 no-error-result failureMaker"]],
    [
      "a result that is written as JSON",
      `import { save } from "./helpers.js";\nserver.registerTool("save", {}, async (input) => {\n` +
        `const saved = await save(input);\nreturn { content: [{ type: "text", text: JSON.stringify(saved) }] }; });`,
      ["4 no-error-result failureMaker"],
    ],
    [
      "a result that was tested before",
      `import { save } from "./helpers.js";\nserver.registerTool("save", {}, async (input) => {\n` +
        `const saved = await save(input);\nif (!saved.success) throw new Problem(saved.error);\n` +
        `return { content: [{ type: "text", text: JSON.stringify(saved) }] }; });`,
      [],
    ],
    [
      "a result that a call tests",
      `import { save, assertDone } from "./helpers.js";\nserver.registerTool("save", {}, async (input) => {\n` +
        `const saved = await save(input);\nassertDone(saved);\n` +
        `return { content: [{ type: "text", text: JSON.stringify(saved) }] }; });`,
      [],
    ],
    [
      "a result that a `switch` tests",
      `import { save, assertDone } from "./helpers.js";\nserver.registerTool("save", {}, async (input) => {\n` +
        `const saved = await save(input);\nswitch (saved.success) { case false: throw new Problem(saved.error); }\n` +
        `return { content: [{ type: "text", text: JSON.stringify(saved) }] }; });`,
      [],
    ],
    [
      "a type that declares failures",
      `import { move } from "./helpers.js";\nserver.registerTool("move", {}, async (input) => move(input));`,
      ["2 no-error-result failureMaker"],
    ],
    [
      "an answer that is no failure",
      `import { count } from "./helpers.js";\nserver.registerTool("count", {}, async (input) => {\n` +
        `return { content: [{ type: "text", text: JSON.stringify(await count(input)) }] }; });`,
      [],
    ],
    [
      "a text of another module as the reason",
      `import { missing } from "./helpers.js";\nserver.registerTool("get", {}, async ({ id }) => {\n` +
        `if (!notes.has(id)) return { error: missing(id), note: null };\nreturn notes.get(id); });`,
      ["3 no-error-result failureObject"],
    ],
  ])("%s", (_, code, expected) => {
    expect(lint(code, /no-error-result/)).toEqual(expected);
  });

  it("says it once in a file, with the number of calls", () => {
    const code = [1, 2, 3].map((each) => answering(`return errorAnswer("no ${each}");`, "errorAnswer"));
    const [first = "", ...others] = code;
    expect(
      lint([first, ...others.map((each) => each.replace(/^import.*\n/, ""))].join("\n"), /no-error-result/),
    ).toEqual(["3 no-error-result failureMaker"]);
  });

  it("says it at the declaration, too", () => {
    const folder = writeProject({});
    const found = lintFile(
      path.join(folder, "answers.ts"),
      `export function errorAnswer(message: string) {
      return { content: [{ type: "text", text: message }] }; }`,
      /no-error-result/,
    );
    expect(found).toEqual(["2 no-error-result failureText"]);
  });
});

describe("no-error-leak sees a stack through a function of another module", () => {
  const shown = (call: string, names: string) =>
    answering(`return { isError: true, content: [{ type: "text", text: ${call} }] };`, names);

  it.each([
    ["one that gives the stack", shown("describe(err)", "describe"), ["3 no-error-leak stack"]],
    ["one that gives the message", shown("toText(err)", "toText"), []],
  ])("%s", (_, code, expected) => {
    expect(lint(code, /no-error-leak/).map((each) => each.replace(/(no-error-leak) \w+/, "$1 stack"))).toEqual(
      expected,
    );
  });
});

describe("no-swallowed-error knows functions of other modules", () => {
  const caught = (body: string, names: string) =>
    `import { ${names} } from "./helpers.js";\nexport async function load(id) { try { return await get(id); } catch (err) {\n${body}\n} }`;

  it.each([
    ["one that never returns", caught("raise();", "raise"), []],
    ["one that ends in such a call", caught("raiseLater();", "raiseLater"), []],
    ["one that marks a failure", caught(`return marked("no");`, "marked"), []],
    ["one that tells it to nobody", caught("missing(id);", "missing"), ["swallowed"]],
  ])("%s", (_, code, expected) => {
    const found = lint(code, /no-swallowed-error/, {}, "kaiza");
    expect(found.map(() => "swallowed")).toEqual(expected);
  });
});

describe("a function is found where it is declared", () => {
  const body = `return errorAnswer("no");`;
  const FOUND = ["3 no-error-result failureMaker"];
  const UNMARKED = `return { content: [{ type: "text", text: message }] };`;
  const member = (call: string, names: string, before = "") =>
    `${before}${answering(`return ${call}("no");`, "x")
      .replace("{ x }", names)
      .replace(/"\.\/helpers\.js"/, `"./at"`)}`;
  const from = (module: string) => answering(body, "errorAnswer").replace("./helpers.js", module);

  it.each([
    [
      "behind a re-export",
      from("./barrel.js"),
      { "barrel.ts": `export * from "./other.js";`, "other.ts": `export { errorAnswer } from "./helpers.js";` },
    ],
    [
      "under another name",
      answering(`return fail("no");`, "fail").replace("./helpers.js", "./barrel.js"),
      { "barrel.ts": `export { errorAnswer as fail } from "./helpers.js";` },
    ],
    [
      "as the default",
      answering(body, "x").replace("{ x }", "errorAnswer").replace("./helpers.js", "./one.js"),
      {
        "one.ts": `function errorAnswer(message: string) { return { content: [{ type: "text", text: message }] }; }\nexport default errorAnswer;`,
      },
    ],
    [
      "by an alias of tsconfig.json",
      from("@lib/helpers"),
      { "tsconfig.json": `{ "compilerOptions": { "paths": { "@lib/*": ["./*"] } } }` },
    ],
    [
      "by an alias of package.json",
      from("#helpers"),
      {
        "package.json": `{ "imports": { "#helpers": "./helpers.ts" }, "dependencies": { "@modelcontextprotocol/sdk": "1" } }`,
      },
    ],
    [
      "in a module that is exported as a name",
      member("lib.errorAnswer", "{ lib }"),
      { "at.ts": `export * as lib from "./helpers.js";` },
    ],
    [
      "in one that is imported and exported",
      member("lib.errorAnswer", "{ lib }"),
      { "at.ts": `import * as lib from "./helpers.js"; export { lib };` },
    ],
    [
      "of `export =`",
      member("errorAnswer", "errorAnswer"),
      { "at.ts": `function errorAnswer(message: string) { ${UNMARKED} } export = errorAnswer;` },
    ],
    [
      "of CommonJS",
      member("lib.errorAnswer", "lib"),
      { "at.cjs": `exports.errorAnswer = void 0; exports.errorAnswer = (message) => { ${UNMARKED} };` },
    ],
    [
      "of CommonJS that requires another",
      member("lib.errorAnswer", "lib"),
      {
        "at.cjs": `module.exports = require("./more.cjs");`,
        "more.cjs": `module.exports = exports = { ...require("./most.cjs"), name: 1 };`,
        "most.cjs": `function errorAnswer(message) { ${UNMARKED} } module.exports = { errorAnswer };`,
      },
    ],
    [
      "as a method of an instance",
      member("lib.errorAnswer", "{ Lib }", "const lib = new Lib();"),
      { "at.ts": `export class Lib { errorAnswer(message: string) { ${UNMARKED} } }` },
    ],
    [
      "as a method that is inherited",
      member("lib.errorAnswer", "{ lib }"),
      {
        "at.ts": `class Base { errorAnswer(message: string) { ${UNMARKED} } } export const lib = new (class extends Base {})();`,
      },
    ],
    [
      "as a method that is overloaded",
      member("lib.errorAnswer", "{ lib }"),
      {
        "at.ts": `class Lib { errorAnswer(message: string): object; errorAnswer(message: string) { ${UNMARKED} } } export const lib = new Lib();`,
      },
    ],
  ])("%s", (_, code, files) => {
    expect(lint(code, /no-error-result/, files)).toEqual(FOUND);
  });

  it("in a package of the workspace, in its source", () => {
    const folder = writeProject({
      "app/server.ts": "",
      "packages/answers/package.json": `{ "name": "@acme/answers", "exports": { ".": "./dist/index.js" } }`,
      "packages/answers/tsconfig.json": `{ "compilerOptions": { "rootDir": "src", "outDir": "dist" } }`,
      "packages/answers/src/index.ts": HELPERS.replace(/import .*\n/, ""),
    });
    fs.mkdirSync(path.join(folder, "node_modules/@acme"), { recursive: true });
    fs.symlinkSync(path.join(folder, "packages/answers"), path.join(folder, "node_modules/@acme/answers"));
    expect(lintFile(path.join(folder, "app/server.ts"), from("@acme/answers"), /no-error-result/)).toEqual(FOUND);
  });

  it.each([
    ["a module that is missing", from("./nowhere.js"), {}],
    ["a module that does not parse", from("./broken.js"), { "broken.ts": "export function errorAnswer( {" }],
    ["a package", from("answers"), {}],
    ["an alias that nothing explains", from("@/helpers"), {}],
    ["a name that no file can have", from("./a\\0b"), {}],
    ["a name that is too long", from(`./${"a".repeat(5000)}`), {}],
    [
      "an export that is written over",
      member("lib.errorAnswer", "lib"),
      { "at.cjs": `exports.errorAnswer = (message) => { ${UNMARKED} }; exports.errorAnswer = other;` },
    ],
    [
      "a member that a spread may replace",
      member("lib.errorAnswer", "lib"),
      {
        "at.cjs": `module.exports = { errorAnswer: (message) => { ${UNMARKED} }, ...require("./more") };`,
        "more.cjs": `module.exports = { errorAnswer: other };`,
      },
    ],
    [
      "a method with a decorator",
      member("lib.errorAnswer", "{ lib }"),
      { "at.ts": `class Lib { @marks errorAnswer(message: string) { ${UNMARKED} } } export const lib = new Lib();` },
    ],
    [
      "a method of a class with a decorator",
      member("lib.errorAnswer", "{ lib }"),
      { "at.ts": `@marks class Lib { errorAnswer(message: string) { ${UNMARKED} } } export const lib = new Lib();` },
    ],
    [
      "a circle",
      from("./a.js"),
      { "a.ts": `export { errorAnswer } from "./b.js";`, "b.ts": `export { errorAnswer } from "./a.js";` },
    ],
    [
      "one more than two hundred modules",
      from("./m0.js"),
      Object.fromEntries([
        ...Array.from({ length: 205 }, (_, each) => [
          `m${each}.ts`,
          each === 0
            ? Array.from({ length: 204 }, (__, to) => `export * from "./m${to + 1}.js";`).join("\n")
            : each === 204
              ? `export * from "./helpers.js";`
              : `export const n${each} = 1;`,
        ]),
      ]),
    ],
  ])("and nothing is said of %s", (_, code, files) => {
    expect(lint(code, /no-error-result/, files)).toEqual([]);
  });

  it("and calls are followed through three modules", () => {
    const chain = (length: number) =>
      Object.fromEntries(
        Array.from({ length }, (_, each) => [
          `c${each}.ts`,
          each === length - 1
            ? `export const raise = (err: unknown): never => { throw err; };`
            : `import { raise as next } from "./c${each + 1}.js"; export const raise = (err: unknown) => next(err);`,
        ]),
      );
    const code = `import { raise } from "./c0.js"; export function load(id) { try { return get(id); } catch (err) { raise(); } }`;
    const dropped = (length: number) => lint(code, /no-swallowed-error/, chain(length), "kaiza").length;
    expect([dropped(3), dropped(4)]).toEqual([0, 1]);
  });

  it("a changed module is read again", () => {
    const folder = writeProject({ "helpers.ts": HELPERS });
    const file = path.join(folder, "server.ts");
    expect(lintFile(file, from("./helpers.js"), /no-error-result/)).toEqual(FOUND);
    fs.writeFileSync(
      path.join(folder, "helpers.ts"),
      HELPERS.replace(
        'return { content: [{ type: "text", text: message }] };',
        'return { isError: true, content: [{ type: "text", text: message }] };',
      ),
    );
    expect(lintFile(file, from("./helpers.js"), /no-error-result/)).toEqual([]);
  });
});
