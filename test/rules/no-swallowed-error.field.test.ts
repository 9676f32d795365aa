import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings, findings, type LintOptions } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };
const check = (marked: string, lint?: LintOptions) => expectFindings(rule, marked, lint);

describe("seen in the field", () => {
  it.each([
    [
      "a method of type never",
      `declare class Api { handleApiError(e: unknown): never; }
      class A extends Api { run() { try { a(); } catch (err) { this.handleApiError(err); } } }
      declare function a(): void;`,
      "typed",
    ],
    [
      "a helper that never returns, inferred as void",
      `function exitWith(text) { console.error(text); process.exit(1); } try { a(); } catch (e) { exitWith("x"); }`,
      "javascript",
    ],
    [
      "a catch that is no promise's, by its type",
      `declare const schema: { catch(value: () => string): unknown }; schema.catch(() => "x");`,
      "typed",
    ],
    [
      "an outer result whose isError is set",
      outdent`
        function f() {
          const result = { isError: false };
          try {
            a();
          } catch {
            result.isError = true;
          }
          return result;
        }
      `,
      "javascript",
    ],
    [
      "an entry of the result that tells of the failure",
      `function f(names) {
        const all = {};
        for (const name of names) {
          try { all[name] = a(name); } catch { all[name] = { name, error: "cannot be read" }; }
        }
        return all;
      }`,
      "javascript",
    ],
    [
      "a throw where what the attempt sets is nothing",
      `function f() { let v = null; try { v = a(); } catch {} if (v === null) { throw new Problem(); } return v; }`,
      "javascript",
    ],
    [
      "an answer behind a test for sent headers",
      `app.get("/", (req, res) => {
        try { a(); } catch (e) { console.error(e); if (!res.headersSent) res.status(500).json({ message: "x" }); }
      });`,
      "javascript",
    ],
    [
      "a component that sets state",
      `import { useState } from "react";
      export function List() {
        const [s, setStatus] = useState();
        async function load() { try { await a(); } catch (e) { setStatus("idle"); } }
      }`,
      "javascript",
    ],
    ["an exit of its own", `try { a(); } catch (e) { console.error(e); safeExit(1); }`, "javascript"],
    [
      "a status that is set and read",
      `function f() { let status = "ok"; try { a(); } catch { status = "failed"; } return status; }`,
      "javascript",
    ],
  ] as const)("%s: passes", (_, code, host) => check(code, { host }));

  it.each([
    ["an exit that is no failure", `try { a(); } «catch» (e) { console.error(e); safeExit(0); }`, "javascript"],
    ["a text on the standard output", `try { a(); } «catch» (e) { process.stdout.write(e.message); }`, "javascript"],
    [
      "a named function that only logs",
      `async function run() { const onFail = (e) => console.log("failed", e); await a().«catch»(onFail); }`,
      "javascript",
    ],
    ["a promise by its type", `declare const query: Promise<number>; query.«catch»(() => 0);`, "typed"],
  ] as const)("%s: reported", (_, code, host) => check(code, { host }));
});

describe("seen in installed packages", () => {
  it.each(
    Object.entries({
      "a rejection that another place waits for": `
      async function f() { const p = load(); p.catch(() => {}); return await p; }`,
      "an answer that tells of a failure": `app.get("/", (req, res) => {
      try { a(); } catch (e) { const other = new ServerError("x"); res.redirect(302, createErrorRedirect(other)); }
    });`,
      "a failure that nobody is left to tell": `function f(onerror) {
      let settled = false;
      q.on("error", (e) => { if (settled) return; onerror(e); });
    }`,
      "a failure that a helper passes on within a call": `function resume(n, v) { try { step(g[n](v)); } catch (e) { throw e; } }
    function reject(value) { resume("throw", value); }
    p.then(f, reject);`,
    }),
  )("%s: passes", (_, code) => check(code));

  it.each(
    Object.entries({
      "a queue whose failing entries are dropped": `async function f(q) {
      while (q.length > 0) { try { await work(q.shift()); } «catch» (e) { console.error(e); } }
    }`,
      "a rejection that nobody else waits for": `async function f() { const p = load(); p.«catch»(() => {}); }`,
    }),
  )("%s: reported", (_, code) => check(code));
});

describe("an error-level log in a tool handler", () => {
  it.each(
    Object.entries({
      "that goes on": `export const handler = wrapHandler(async () => {
      «console.error("Error occurred")»;
      return { content: [] };
    }, "x");`,
      "of a registered tool": `server.registerTool("x", {}, async () => {
      if (bad) { «logger.error("could not read")»; }
      return { content: [] };
    });`,
    }),
  )("%s: reported", (_, code) => check(code));

  it.each(
    Object.entries({
      "that throws": `
      export const handler = wrapHandler(async () => { console.error("Error occurred"); throw new Problem(); }, "x");`,
      "outside of a handler": `function f() { console.error("Error occurred"); }`,
      "that tells of no failure": `
      export const handler = wrapHandler(async () => { console.error("reading"); return { content: [] }; }, "x");`,
      "that returns a failure": `export const handler = wrapHandler(async () => {
      console.error("Error occurred");
      return { isError: true };
    }, "x");`,
    }),
  )("%s: passes", (_, code) => check(code));
});

describe("what happens instead", () => {
  it.each([
    ["ignored", 1, `try { a(); } catch {}`],
    [
      "logged",
      3,
      outdent`
        try { a(); } catch (e) {
          console.error(e);
        }
      `,
    ],
    [
      "replaced",
      4,
      outdent`
        function f() { try { return a(); } catch (e) {

          console.error(e);
          return null;
        } }
      `,
    ],
    ["replaced", 1, `let v; try { v = a(); } catch { v = 0; }`],
    [
      "partly",
      3,
      outdent`
        try { a(); } catch (e) {
          if (c) throw e;
        }
      `,
    ],
    [
      "partly",
      2,
      outdent`
        function f() { try { a(); } catch (e) {
          if (c) return;
          throw e;
        } }
      `,
    ],
    [
      "partly",
      3,
      outdent`
        for (const x of xs) { try { a(); } catch (e) {
          if (c) throw e;
          continue;
        } }
      `,
    ],
    ["replaced", 1, `p.catch(() => null);`],
    ["logged", 1, `p.catch((e) => console.error(e));`],
  ])("%s, by line %i", (messageId, line, code) => {
    const [found] = findings(rule, code);
    expect(found?.messageId).toBe(messageId);
    if (messageId !== "ignored") expect(found?.message).toContain(`line ${line}`);
  });
});
