import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings, findings, lenientKaiza } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };
const lint = { settings: lenientKaiza };

describe("a caller that waits can tell", () => {
  it.each(
    Object.entries({
      "a variable that is set to nothing": `let at; try { at = a(); } catch { at = undefined; } use(at);`,
      "a member that is set to nothing": `
      function f() { const all = { id }; try { all.index = a(); } catch { all.index = null; } return all; }`,
      "an answer of a function that is given the failure": `
      const answer = (ok, text) => ({ code: ok ? 1 : 0, text });
      function f() { try { a(); return answer(true, "Saved"); } catch (e) { log(e); return answer(false, "Failed"); } }`,
      "a bare return beside a value": `function f() { try { return a(); } catch (e) { log(e); return; } } if (f()) b();`,
      "a file that is made where it is missing": `
      export async function f() { try { await access(FILE); } catch { await writeFile(FILE, "[]"); } return FILE; }`,
      "a file that is kept beside the new one": `
      export async function f() {
        try { all = JSON.parse(await readFile(FILE)); } catch (e) { log(e); await copy(FILE, BACKUP); await writeFile(FILE, "[]"); } }`,
      nothing: `export function f() { try { return a(); } catch { return null; } }`,
      "a failure object": `function f() { try { return a(); } catch (e) { log(e); return { failed: true }; } }`,
      "an outcome of a chain": `const f = (s) => save(s).then(() => true).catch(() => false);`,
      "the value of a chain that is nothing": `const found = await load(p).catch(() => {});`,
      "a count": `function f() { try { save(); } catch { counts.skipped++; } }`,
      "a state of its own": `function f() { try { open(); } catch (e) { log(e); this.isOpen = false; } }`,
      "what fails in front of a throw in any case": `try { text = a(); } catch (e) { log(e); } throw new Problem(text);`,
      "nothing, as a success does": `async function f() { await save().catch((e) => { log(e); }); }`,
      "a step of a module": `try { mkdir(p); } catch (e) { console.error(e); }`,
      "an entry with a text of its own": `
      function f() { const all = []; try { all.push(row(a())); } catch { all.push(row("no valid JSON")); } return all; }`,
      "the outcome of an emitter's listener": `emitter.on("error", (e) => { console.error(e); });`,
    }),
  )("by %s", (_, code) => {
    expectFindings(rule, code.replace("failed: true", "available: false"), lint);
    expectFindings(rule, code, lint);
  });

  it.each(
    Object.entries({
      "a file that the handler itself writes over": `
      async function save(all) { await writeFile(FILE, JSON.stringify(all)); }
      export async function f() { try { return JSON.parse(await readFile(FILE)); } «catch» (e) { log(e); await save([]); return []; } }`,
      "`true`": `function f(id) { try { return ids().has(id); } «catch» { return true; } }`,
      "a variable with a text that an answer may have": `
      function f() { let text = ""; try { text = a(); } «catch» {} return text; }`,
      "an empty list of a chain": `const files = await list(p).«catch»(() => []);`,
      "a text that says that it succeeded": `
      function f() { try { return a(); } «catch» { return { success: true, message: "All is saved" }; } }`,
      "a text in a log": `function f() { try { return a(); } «catch» { log("not read at all"); return []; } }`,
      "the item of a loop": `async function f() { for (const x of y) await save(x).«catch»((e) => { log(e); }); }`,
      "a record, whatever is recorded": `for (const x of y) try { recordPayment(x); } «catch» (e) { console.error(e); }`,
      "a text of the handler": `function f() { try { return a(); } «catch» (e) { log("non-fatal"); return []; } }`,
      "a program": `async function main() { await run(); } main().«catch»(console.error);`,
      "a failure that a callback overlooks": `fs.readFile(p, «(err, data) =>» use(data));`,
      "a shared return behind the handler": `
      function f() { try { if (a()) return b; } «catch» (e) { log(e); } return null; }`,
      "a state that the attempt sets as well": `
      function f() { for (const o of y) try { o.x = true; save(o); } «catch» { o.x = true; } }`,
    }),
  )("but not by %s", (_, code) => expectFindings(rule, code, lint));
});

describe("an excuse", () => {
  it.each(
    Object.entries({
      "an observer, by either style of name": `
      function f() { for (const x of y) { try { this.onclose(); } catch {} try { this.onChange(x); } catch {} } }`,
      "an observer, whatever it is called": `
      function f() { for (const x of this.observers) { try { x(); } catch {} } }`,
      "questions and cleanup together": `
      async function f() { for (const p of y) { try { if (await stat(p)) await rm(p); } catch {} await link(p); } }`,
      "a finally block": `for (const x of y) try { a(); } finally { try { b(x); } catch (e) { console.error(e); } }`,
      "a function that cleans up by its name": `
      async function disposeAll(y) { for (const p of y) try { await write(p); } catch (e) { log(e); } }`,
      "the next candidate": `function f() { try { if (a()) return b(); } catch (e) { log(e); } return c(); }`,
      "the value before the attempt": `function f(s, b) { try { s = a(s); } catch (e) { log(e); s = b; } return s; }`,
      "a chain that floats to its end": `function f() { load().then(show).catch((e) => { log(e); }).finally(stop); }`,
      "a comment above its function that says what a failure gives": outdent`
    /** Loads the names; an empty list on any error. */
    async function f() {
      try { return await load(); } catch (e) { log(e); return []; }
    }
  `,
      "a comment above its method": outdent`
    class Store {
      /** Keeps the choice. Never throws. */
      async keep() {
        try { return await load(); } catch (e) { log(e); return []; }
      }
    }
  `,
      "a comment that speaks of the failure above the variable that is set": outdent`
      async function f() {
        // A failed request leaves the list as it is.
        let found = [];
        try { found = await load(); } catch (e) { log(e); found = []; }
        return found;
      }
    `,
      "of a program that writes the file": `
      /* @generated */ async function f() { try { return await load(); } catch { return []; } }`,
      "settled promises that nobody looks at": `
      const f = async () => { await Promise.allSettled(all.map((each) => each.load())); };`,
      "what a worker waits for": `
      function f(c) { c.waitUntil((async () => { for (const x of y) try { await save(x); } catch (e) { log(e); } })()); }`,
    }),
  )("is %s", (_, code) => {
    expectFindings(rule, code, lint);
    expect(findings(rule, code).length).toBeGreaterThan(0);
  });

  it.each(
    Object.entries({
      "a removal that is asked for": `
      async function removeKeys(y) { for (const k of y) try { await rm(k); } «catch» (e) { log(e); } }`,
      "a question by a name that asks, with a list": `
      function checkFiles() { try { return a(); } «catch» { return []; } }`,
      "a listener that somebody calls, too": `
      const on = (y) => { for (const d of y) try { save(d); } «catch» {} }; s.on("x", on); on(first);`,
      "an exported function of a timer": `
      export function poll() { for (const d of y) try { save(d); } «catch» {} } setInterval(poll, 10);`,
      "a value that is made in a function of the file": `
      const none = () => ({}); function f() { try { return a(); } «catch» { return none(); } }`,
      "a list that the other code only sorts": `
      async function f(y) { const all = []; for (const x of y) try { all.push(load(x)); } «catch» {} all.sort(); return all; }`,
      "a list that nothing else fills": `
      async function f(y) { const all = {}; try { all.link = load(y); } «catch» {} return all; }`,
      "a count that nothing reads": `
      async function f(y) { let done = 0; for (const x of y) try { save(x); done++; } «catch» {} return y; }`,
      "a function that another file may call at any time": `
      export function load() { try { return read(); } «catch» { return []; } } const all = load();`,
      "a batch that logs each failure": `
      async function f(all) { for (const x of all) { try { await save(x); } «catch» (e) { log(e); } } log("saved"); }`,
      "a comment above its function that speaks of the work alone": outdent`
    /** Loads the names. They are optional. */
    async function f() {
      try { return await load(); } «catch» (e) { log(e); return []; }
    }
  `,
      "the value before the attempt in a tool": `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
    new McpServer({}).registerTool("x", {}, async (view) => { try { return merge(view); } «catch» { return view; } });`,
    }),
  )("is not %s", (_, code) => expectFindings(rule, code, lint));
});

describe("in each preset", () => {
  it.each([
    ["answers for a code and throws the rest", `if (e.code === "ENOENT") return null; throw e;`],
    ["throws the rest and answers for a code", `if (e.code !== "ENOENT") throw e; return null;`],
    ["answers for two codes", `if (e.code !== "A" && e.code !== "B") throw e; return null;`],
    ["answers through a variable", `const known = e.code === "A"; if (known) return null; throw e;`],
    ["answers in a switch", `switch (e.code) { case "A": case "B": return null; default: throw e; }`],
  ])("a handler is silent that %s", (_, body) =>
    expectFindings(rule, `export function f() { try { return a(); } catch (e) { ${body} } }`),
  );

  it.each([
    ["a test whose other branch logs", `try { a(); } «catch» (e) { if (e.code !== "ENOENT") console.error(e); }`],
    ["a test of something else", `try { a(); } «catch» (e) { if (attempt > 3) throw e; }`],
  ])("%s narrows nothing", (_, code) => expectFindings(rule, code));

  it.each([
    ["an event of Electron", `ipcMain.handle("read", (_e, args) => read(args));`],
    ["an event and its state", `ipcMain.on("read", (e, args) => { use(args); });`],
  ])("%s is no failure", (_, code) => expectFindings(rule, code));
});
