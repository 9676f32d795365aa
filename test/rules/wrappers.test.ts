import { describe, expect, it } from "vitest";
import path from "node:path";
import { lintBeside, listMessages, writeProject } from "./beside-modules.js";

const RESULT = `{ isError: true, content: [{ type: "text", text: "No." }] }`;
const ANSWER = `return ${RESULT};`;
const ANSWERING = `async (i: any) => { try { return await run(i); } catch (err) { ${ANSWER} } }`;

const lint = (wrapper: string) =>
  lintBeside(
    {
      "wrapper.ts": `import { log } from "./log.js"; import { toResult } from "./answers.js";\n${wrapper}`,
      "answers.ts": `export const toResult = (err: unknown) => (${RESULT});`,
    },
    `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    import { wrap } from "./wrapper.js";
    const server = new McpServer({ name: "notes", version: "1.0.0" });
    server.registerTool("read", {}, wrap(async () => await read()));`,
    /require-boundary/,
  ).length > 0;

const wrapping = (body: string) => `export const wrap = (run: any) => async (i: any) => { ${body} };`;
const trying = (handler: string) => wrapping(`try { return await run(i); } catch (err: any) { ${handler} }`);

describe("require-boundary sees that a failure leaves a wrapper of another module", () => {
  it.each([
    ["`finally` alone", wrapping(`try { return await run(i); } finally { log("end"); }`)],
    ["a promise that is returned and not awaited", wrapping(`try { return run(i); } catch (err) { ${ANSWER} }`)],
    [
      "the same in a function that is not async",
      `export const wrap = (run: any) => (i: any) => { try { return run(i); } catch (err) { ${ANSWER} } };`,
    ],
    ["another attempt", trying(`return await run(i);`)],
    [
      "attempts in a loop, the last failure thrown",
      wrapping(`let last; for (let n = 0; n < 3; n++) {
      try { return await run(i); } catch (err) { last = err; } } throw last;`),
    ],
    [
      "an attempt that calls itself",
      `export function wrap(run: any, n = 3) { return async (i: any): Promise<any> => {
      try { return await run(i); } catch (err) { if (n === 0) throw err; return wrap(run, n - 1)(i); } }; }`,
    ],
    [
      "a function that is returned by its name",
      `export function wrap(run: any) {
      async function inner(i: any) { return run(i); } return inner; }`,
    ],
    [
      "a constant that is returned",
      `export function wrap(run: any) {
      const inner = async (i: any) => { return run(i); }; return inner; }`,
    ],
    ["the handler itself", `export const wrap = (run: any) => { log(run.name); return run; };`],
    ["`call`", `export const wrap = (run: any) => async function (this: any, i: any) { return run.call(this, i); };`],
    [
      "`apply`",
      `export const wrap = (run: any) => async function (this: any, ...i: any) { return run.apply(this, i); };`,
    ],
    ["`bind`", `export const wrap = (run: any) => run.bind(null);`],
    ["`?.()`", wrapping(`return await run?.(i);`)],
    ["a race", wrapping(`return await Promise.race([run(i), later()]);`)],
    [
      "a chain that throws on",
      `export const wrap = (run: any) => (i: any) => run(i).catch((err: any) => { log(err); throw err; });`,
    ],
    [
      "a time limit of the module",
      `const limit = (work: Promise<any>, ms: number) => Promise.race([work, later(ms)]);
      ${wrapping(`return await limit(run(i), 100);`)}`,
    ],
    ["a generator", `export const wrap = (run: any) => async function* (i: any) { yield* run(i); };`],
    [
      "a `try` around the function that it makes",
      `export const wrap = (run: any) => {
      try { return async (i: any) => run(i); } catch (err) { ${ANSWER} } };`,
    ],
    ["an attempt in a handler", wrapping(`try { return await first(i); } catch { return await run(i); }`)],
  ])("%s", (_, wrapper) => {
    expect(lint(wrapper)).toBe(true);
  });
});

describe("require-boundary is silent where a wrapper of another module answers, or may do so", () => {
  it.each([
    ["`finally` that returns", wrapping(`try { return await run(i); } finally { ${ANSWER} }`)],
    ["what is no error of the project", trying(`if (err instanceof Refusal) throw err; ${ANSWER}`)],
    ["one kind of error", trying(`if (err instanceof Refusal) { ${ANSWER} } throw err;`)],
    ["a promise with a name", wrapping(`try { const work = run(i); return await work; } catch { ${ANSWER} }`)],
    [
      "after attempts in a loop",
      wrapping(`let last; for (let n = 0; n < 3; n++) {
      try { return await run(i); } catch (err) { last = err; } } ${ANSWER}`),
    ],
    [
      "after the handler",
      wrapping(`let done; try { done = await run(i); } catch (err) { console.error(err); }
      if (!done) { ${ANSWER} } return done;`),
    ],
    [
      "by a value that is replaced",
      wrapping(`let out = ${RESULT}; try { out = await run(i); } catch { log("no"); } return out;`),
    ],
    [
      "by a value that the handler sets",
      wrapping(`let out; try { out = await run(i); } catch { out = ${RESULT}; } return out;`),
    ],
    [
      "by a mark",
      wrapping(`let failed = false, out; try { out = await run(i); } catch { failed = true; }
      return failed ? ${RESULT} : out;`),
    ],
    [
      "around a function of its own",
      `export const wrap = (run: any) => { const inner = async (i: any) => run(i);
      return async (i: any) => { try { return await inner(i); } catch { ${ANSWER} } }; };`,
    ],
    [
      "around a declared function",
      `export function wrap(run: any) { async function inner(i: any) { return run(i); }
      return async (i: any) => { try { return await inner(i); } catch { ${ANSWER} } }; }`,
    ],
    [
      "by another wrapper",
      `const safe = (run: any) => ${ANSWERING};
      export function wrap(run: any) { const inner = async (i: any) => run(i); return safe(inner); }`,
    ],
    [
      "by outcomes",
      wrapping(`const [first] = await Promise.allSettled([run(i)]);
      if (first.status === "rejected") { ${ANSWER} } return first.value;`),
    ],
    [
      "by a pair of a package",
      `import to from "await-to-js"; ${wrapping(`const [err, data] = await to(run(i));
      if (err) { ${ANSWER} } return data;`)}`,
    ],
    [
      "a promise that it is given",
      `const settle = (work: any) => work.then((done: any) => done, () => (${RESULT}));
      ${wrapping(`return settle(run(i));`)}`,
    ],
    [
      "in a chain behind a name",
      `export const wrap = (run: any) => (i: any) => {
      const work = run(i); return work.catch(() => (${RESULT})); };`,
    ],
    ["by a function of another module", `export const wrap = (run: any) => (i: any) => run(i).catch(toResult);`],
    [
      "by a promise of its own",
      `export const wrap = (run: any) => (i: any) => new Promise((resolve) => {
      run(i).then(resolve).catch(() => resolve(${RESULT})); });`,
    ],
    [
      "by an async executor",
      `export const wrap = (run: any) => (i: any) => new Promise(async (resolve) => {
      try { resolve(await run(i)); } catch { resolve(${RESULT}); } });`,
    ],
    [
      "as a generator",
      `export const wrap = (run: any) => async function* (i: any) {
      try { yield* run(i); } catch { yield ${RESULT}; } };`,
    ],
    [
      "another error that it throws itself",
      wrapping(`try { try { return await run(i); } catch (err) { throw new Error("No", { cause: err }); } }
      catch (err) { ${ANSWER} }`),
    ],
    [
      "by a method of what it returns",
      `export const wrap = (run: any) => ({ execute: async (i: any) => run(i) }).execute;`,
    ],
    [
      "through a store of a package",
      `import { store } from "stores"; ${wrapping(`return store.run({}, () => run(i));`)}`,
    ],
    ["under another name", `export const wrap = (...all: any[]) => async (i: any) => all[0](i);`],
    ["by a member that it sets", trying(`i.answer = ${RESULT};`)],
  ])("%s", (_, wrapper) => {
    expect(lint(wrapper)).toBe(false);
  });
});

const SERVER = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";\n`;
const HANDLER = "async () => await read()";
const MODULE = `
export const passes = (run: any) => async (i: any) => { try { return await run(i); } catch (err) { throw err; } };
export const answers = (run: any) => ${ANSWERING};
export const named = (name: string, run: any) => ${ANSWERING};
export const make = (options: any) => (run: any) => ${ANSWERING};
export const makePassing = (options: any) => (run: any) => async (i: any) => run(i);
export const made = make({});
export const read = async (i: any) => { try { return await get(i); } catch (err) { ${ANSWER} } };
export const readBare = async (i: any) => await get(i);
export const readWrapped = answers(readBare);
export const readPassed = passes(readBare);
export async function runs(work: any) { return await work(); }
export async function answersFor(work: any) { try { return await work(); } catch (err) { ${ANSWER} } }
export class Tools {
  async run(work: any) { try { return await work(); } catch (err) { ${ANSWER} } }
  async runBare(work: any) { return await work(); }
}
export const tools = new Tools();
export function catching(target: any, key: string) {}
`;

const registering = (wrapped: string, names: string, before = "") =>
  `${SERVER}import { ${names} } from "./module.js";${before}
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  server.registerTool("read", {}, ${wrapped});`;

const inClass = (handler: string, method = "") =>
  `${SERVER}import { Tools, catching } from "./module.js";
  class Server extends Tools {
    server = new McpServer({ name: "notes", version: "1.0.0" });
    constructor() { super(); this.server.registerTool("read", {}, ${handler}); }
    ${method}
  }`;

describe("require-boundary follows a handler to where it is wrapped", () => {
  it.each([
    ["what a function makes", registering(`make({})(${HANDLER})`, "make"), false],
    ["what it makes here", registering(`wrap(${HANDLER})`, "make", "const wrap = make({});"), false],
    ["what it makes there", registering(`made(${HANDLER})`, "made"), false],
    ["what one makes that passes failures on", registering(`makePassing({})(${HANDLER})`, "makePassing"), true],
    ["a wrapper around another", registering(`answers(passes(${HANDLER}))`, "answers, passes"), false],
    ["another around a wrapper", registering(`passes(answers(${HANDLER}))`, "answers, passes"), false],
    ["two that pass failures on", registering(`passes(passes(${HANDLER}))`, "passes"), true],
    [
      "one in a function of the file",
      registering(`wrap(${HANDLER})`, "answers", "const wrap = (run) => answers(run);"),
      false,
    ],
    ["one whose second argument is the handler", registering(`named("read", ${HANDLER})`, "named"), false],
    ["a handler of another module", registering("read", "read"), false],
    ["one that has no try", registering("readBare", "readBare"), true],
    ["one that is wrapped there", registering("readWrapped", "readWrapped"), false],
    ["one that is wrapped there in vain", registering("readPassed", "readPassed"), true],
    ["one that is called", registering("async (i) => read(i)", "read"), false],
    [
      "one that is called behind a log",
      registering(`async (i) => { console.error("read"); return await read(i); }`, "read"),
      false,
    ],
    [
      "one that is called under a name",
      registering("async (i) => { const result = await read(i); return result; }", "read"),
      false,
    ],
    ["one that is called and has no try", registering("async (i) => readBare(i)", "readBare"), true],
    [
      "work under a name",
      registering(`async () => { const result = await answersFor(${HANDLER}); return result; }`, "answersFor"),
      false,
    ],
    ["work that is run", registering(`async () => { return runs(${HANDLER}); }`, "runs"), true],
    ["a method of an instance", registering(`() => tools.run(${HANDLER})`, "tools"), false],
    [
      "a method of an instance that is made here",
      registering(`() => own.run(${HANDLER})`, "Tools", "const own = new Tools();"),
      false,
    ],
    [
      "one that passes failures on",
      registering(`() => own.runBare(${HANDLER})`, "Tools", "const own = new Tools();"),
      true,
    ],
    ["an inherited method", inClass(`async () => this.run(${HANDLER})`), false],
    ["an inherited method that passes failures on", inClass(`async () => this.runBare(${HANDLER})`), true],
    [
      "a method with a decorator of the project",
      inClass("this.read.bind(this)", "@catching async read() { return await get(); }"),
      false,
    ],
    [
      "a method with a decorator of a package",
      inClass("this.read.bind(this)", "@Tool() async read() { return await get(); }"),
      true,
    ],
  ])("%s", (_, code, expected) => {
    expect(lintBeside({ "module.ts": MODULE }, code, /require-boundary/).length > 0).toBe(expected);
  });
});

const FAULTS = `
import { deny } from "./answers.js";
export const records = (run: any) => async (i: any) => { try { return await run(i); } catch (err) { console.error(err); } };
export const keeps = (run: any) => async (i: any) => { try { return await run(i); } catch (err) { return null; } };
export const flags = (run: any) => async (i: any) => {
  try { return await run(i); } catch (err: any) { return { ok: false, error: err.message }; }
};
export const denies = (run: any) => async (i: any) => { try { return await run(i); } catch (err) { return deny(err); } };
export const marks = (run: any) => ${ANSWERING};
export const spreads = (run: any) => async (i: any) => {
  try { return await run(i); } catch (err) { return { ...base, error: String(err) }; }
};
export const tells = (run: any) => async (i: any) => { try { return await run(i); } catch (err) { return explain(err); } };
`;

describe("require-boundary says at a wrapper what it does to failures", () => {
  const find = (wrapper: string, calls = 1) => {
    const folder = writeProject({
      "wrappers.ts": FAULTS,
      "answers.ts": "export const deny = (err: unknown) => ({ success: false, reason: String(err) });",
    });
    const registered = `server.registerTool("read", {}, ${wrapper}(async () => await read()));\n`.repeat(calls);
    const code = `${SERVER}import { ${wrapper} } from "./wrappers.js"; const server = new McpServer(info);\n${registered}`;
    const found = listMessages(path.join(folder, "server.ts"), code, /require-boundary/);
    return found.map(({ line, message }) => `${line} ${message}`);
  };
  const NOTHING = "throw to `wrapServer`; the client gets nothing of what it catches.";
  const SUCCESS = "throw to `wrapServer`; without `isError` the client takes its answer for a success.";

  it.each([
    ["records", [`3 Let \`records\` ${NOTHING}`]],
    ["keeps", [`3 Let \`keeps\` ${NOTHING}`]],
    ["flags", [`3 Let \`flags\` ${SUCCESS}`]],
    ["denies", [`3 Let \`denies\` ${SUCCESS}`]],
    ["marks", []],
    ["spreads", []],
    ["tells", []],
  ])("%s", (wrapper, expected) => {
    expect(find(wrapper)).toEqual(expected);
  });

  it("once in a file", () => {
    expect(find("flags", 3)).toEqual([`3 Let \`flags\` ${SUCCESS}`]);
  });
});
