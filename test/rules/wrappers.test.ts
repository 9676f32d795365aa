import { describe, expect, it } from "vitest";
import { lintBeside } from "./beside-modules.js";

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
