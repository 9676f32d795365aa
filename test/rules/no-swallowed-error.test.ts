import { describe, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings, type LintOptions, syntaxHosts } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };
const check = (marked: string, lint?: LintOptions) => expectFindings(rule, marked, lint);

describe.each(syntaxHosts)("a catch clause (%s)", (host) => {
  it.each(
    Object.entries({
      "that is empty": `try { a(); } «catch» (e) {}`,
      "with an empty statement": `try { a(); } «catch» (e) { ; }`,
      "with a debugger statement": `try { a(); } «catch» (e) { debugger; }`,
      "that voids its binding": `try { a(); } «catch» (e) { void e; }`,
      "with a binding that says it is unused": `try { a(); } «catch» (_e) {}`,
      "without a binding": `try { a(); } «catch» {}`,
      "with a comment only": `try { a(); } «catch» { /* nobody needs to know */ }`,
      "with a task only": `try { a(); } «catch» { /* TODO: handle this properly one day */ }`,
      "that logs": `try { a(); } «catch» (e) { console.error(e); }`,
      "that logs by a computed name": `try { a(); } «catch» (e) { console["error"](e); }`,
      "that logs the message": `try { a(); } «catch» (e) { console.error(e.message); }`,
      "that logs with a logger": `try { a(); } «catch» (e) { logger.error({ err: e }); }`,
      "that logs with its own logger": `class A { run() { try { a(); } «catch» (e) { this.logger.error(e); } } }`,
      "that logs with a child of a logger": `try { a(); } «catch» (e) { log.child({}).warn(e); }`,
      "that logs with an imported logger": `
      import { logger } from "./logger.js"; try { a(); } «catch» (e) { logger.warn(e); }`,
      "that logs with a function": `try { a(); } «catch» (e) { logError("x", e); }`,
      "that reports": `try { a(); } «catch» (e) { Sentry.captureException(e); }`,
      "that returns null": `function f() { try { return a(); } «catch» { return null; } }`,
      "that returns an empty list": `function f() { try { return a(); } «catch» { return []; } }`,
      "that returns an empty object": `function f() { try { return a(); } «catch» { return {}; } }`,
      "that returns false": `function f() { try { return a(); } «catch» { return false; } }`,
      "that returns undefined": `function f() { try { return a(); } «catch» { return undefined; } }`,
      "that logs, then returns a default": `
      function f() { try { return a(); } «catch» (e) { console.error(e); return null; } }`,
      "that returns a logger's result": `function f() { try { return a(); } «catch» (e) { return console.error(e); } }`,
      "that assigns a default": `let v; try { v = a(); } «catch» { v = 0; } use(v);`,
      "that goes on with the next": `for (const x of xs) { try { a(x); } «catch» { continue; } }`,
      "that ends a loop": `for (const x of xs) { try { a(x); } «catch» { break; } }`,
      "that only cleans up": `try { a(); } «catch» { close(); }`,
      "that returns before it throws": `function f() { try { a(); } «catch» (e) { if (c) return; throw e; } }`,
      "with a switch without default": `try { a(); } «catch» (e) { switch (e.code) { case "A": throw e; } }`,
      "that throws what it recognises and drops the rest": `
      try { a(); } «catch» (e) { if (e instanceof Known) throw e; }`,
      "that throws in a function that nobody calls": `try { a(); } «catch» (e) { const later = () => { throw e; }; }`,
      "that collects into a list that nobody reads": `const errs = []; try { a(); } «catch» (e) { errs.push(e); }`,
      "that keeps it in a variable that nobody reads": `let last; try { a(); } «catch» (e) { last = e; }`,
      "that returns nothing of it": `function f() { try { a(); } «catch» (e) { return void e; } }`,
      "that calls next without it": `app.use((req, res, next) => { try { a(); } «catch» (e) { next(); } });`,
      "that resolves with it": `new Promise((resolve, reject) => { try { a(); } «catch» (e) { resolve(e); } });`,
      "inside of another that throws": `try { try { a(); } «catch» (e) { console.error(e); } } catch (e) { throw e; }`,
      "around another that throws": `try { try { a(); } catch (e) { throw e; } } «catch» (e) { console.error(e); }`,
      "in the body of another that throws after it": `try { a(); } catch (e) { try { b(); } «catch» {} throw e; }`,
      "in front of an exit that success reaches too": `try { a(); } «catch» (e) { console.error(e); } process.exit(0);`,
      "that answers with a text": `function f() { try { return a(); } «catch» { return "Failed to save"; } }`,
      "that gives it to a function whose result nobody reads": `
      function note(e) { log(e); return e; } try { a(); } «catch» (e) { note(e); }`,
      "in a generator": `function* f() { try { yield a(); } «catch» { yield 0; } }`,
    }),
  )("%s: reported", (_, code) => check(code, { host }));

  it.each(
    Object.entries({
      "that throws it": `try { a(); } catch (e) { throw e; }`,
      "that throws something else": `try { a(); } catch (e) { throw new Problem("x", { cause: e }); }`,
      "that throws in a conditional of calls": `
      function no() { throw new Problem(); } try { a(); } catch (e) { c ? no() : process.exit(1); }`,
      "that answers for a class": `
      function f() { try { return a(); } catch (e) { if (e instanceof Known) return e.value; throw e; } }`,
      "that collects it for later": `
      const errs = []; try { a(); } catch (e) { errs.push(e); } if (errs.length) throw new AggregateError(errs);`,
      "that keeps it for after a loop": `function f() {
      let last;
      for (let i = 0; i < 3; i++) { try { return a(); } catch (e) { last = e; } }
      throw last;
    }`,
      "that hands it to a callback": `function f(cb) { try { a(); } catch (e) { cb(e); } }`,
      "that hands it to next": `app.use((req, res, next) => { try { a(); } catch (e) { next(e); } });`,
      "that rejects": `new Promise((resolve, reject) => { try { resolve(a()); } catch (e) { reject(e); } });`,
      "that rejects under another name": `
      new Promise((resolve, reject) => { const r = reject; try { a(); } catch (e) { r(e); } });`,
      "that returns a rejection": `function f() { try { return a(); } catch (e) { return Promise.reject(e); } }`,
      "that emits it": `try { a(); } catch (e) { emitter.emit("error", e); }`,
      "that ends the process": `try { a(); } catch (e) { console.error(e); process.exit(1); }`,
      "that ends the process by an import": `import { exit } from "node:process"; try { a(); } catch (e) { exit(1); }`,
      "that fails an assertion": `import assert from "node:assert"; try { a(); } catch (e) { assert.fail("x"); }`,
      "that calls what always throws": `function fail(e) { throw e; } try { a(); } catch (e) { fail(e); }`,
      "that calls a method that always throws": `
      class A { fail(e) { console.error(e); throw e; } run() { try { a(); } catch (e) { this.fail(e); } } }`,
      "that hands it to a function of elsewhere": `
      import { handle } from "./handle.js"; try { a(); } catch (e) { handle(e); }`,
      "that hands it to a local function that hands it on": `
      function pass(e) { emitter.emit("error", e); } try { a(); } catch (e) { pass(e); }`,
      "that returns it": `function f() { try { return a(); } catch (e) { return toFailure(e); } }`,
      "that hands it to a method report": `try { a(); } catch (e) { context.report({ error: e }); }`,
      "that shows it to people": `
      import { useState } from "react"; import { notify } from "./toast.js"; try { a(); } catch (e) { notify(e); }`,
      "that counts, and a test decides": `let failures = 0;
    for (const x of xs) { try { a(x); } catch { failures += 1; } }
    if (failures > 3) throw new Problem();`,
      "that throws it later, uncaught": `try { a(); } catch (e) { setTimeout(() => { throw e; }); }`,
      "that returns a failure object, which is another rule's": `
      function f() { try { return a(); } catch { return { ok: false }; } }`,
      "before a throw": `function f() { try { return a(); } catch (e) { console.error(e); } throw new Problem(); }`,
      "that sets a flag that throws later": `
      let bad = false; try { a(); } catch { bad = true; } if (bad) throw new Problem();`,
      "before a test of what the attempt sets": `
      function f() { let v; try { v = a(); } catch {} if (!v) throw new Problem(); return v; }`,
      "that tries again, and throws at last": `async function f() {
      for (let i = 0; ; i++) { try { return await a(); } catch (e) { if (i === 3) throw e; await sleep(i); } }
    }`,
      "that tries until it succeeds": `
      function f() { while (true) { try { return a(); } catch (e) { console.error(e); } } }`,
      "that throws through finally": `try { a(); } catch (e) { throw e; } finally { b(); }`,
      "that yields it": `function* f() { try { yield a(); } catch (e) { yield { type: "error", error: e }; } }`,
      "that hands it to an optional callback": `function f(onError) { try { a(); } catch (e) { onError?.(e); } }`,
    }),
  )("%s: passes", (_, code) => check(code, { host }));
});

describe.each(syntaxHosts)("a rejection handler (%s)", (host) => {
  it.each([
    ["an empty arrow", `p.«catch»(() => {});`],
    ["an empty function", `p.«catch»(function () {});`],
    ["an empty async arrow", `p.«catch»(async () => {});`],
    ["in an optional chain", `p?.«catch»(() => {});`],
    ["by a computed name", `p[«"catch"»](() => {});`],
    ["of a tagged template", "$`ls`.«catch»(() => {});"],
    ["that gives undefined", `p.«catch»(() => undefined);`],
    ["that gives false", `p.«catch»(() => false);`],
    ["a function named noop of the file", `const noop = () => {}; p.«catch»(noop);`],
    ["a function named noop of elsewhere", `import { noop } from "lodash"; p.«catch»(noop);`],
    ["a function of the file that logs", `function onFail(e) { console.error(e); } p.«catch»(onFail);`],
    ["a log method", `p.«catch»(console.error);`],
    ["as second argument of then", `p.«then»(f, () => {});`],
    ["as second argument after null", `const noop = () => {}; p.«then»(null, noop);`],
    ["that throws on one path", `p.«catch»((e) => { if (c) throw e; });`],
  ])("%s: reported", (_, code) => check(code, { host }));

  it.each([
    ["that throws", `p.catch((e) => { throw e; });`],
    ["that rejects", `p.catch((e) => Promise.reject(new Problem(e)));`],
    ["that is handed on", `function f(next) { p.catch(next); }`],
    ["that is no function", `p.catch(undefined);`],
    ["that is no second argument", `p.then(f, null);`],
    ["a function of elsewhere", `import { handle } from "./handle.js"; p.catch(handle);`],
    ["a handler that may be any of two", `p.catch(c ? handle : undefined);`],
    ["that gives the failure", `p.catch((e) => e);`],
    ["a schema's catch with undefined", `import { z } from "zod"; z.string().optional().catch(undefined);`],
    ["a schema's catch with a function", `import { z } from "zod"; z.string().catch(() => "x");`],
  ])("%s: passes", (_, code) => check(code, { host }));
});

describe.each(syntaxHosts)("listeners and callbacks (%s)", (host) => {
  it.each(
    Object.entries({
      "an empty listener": `emitter.on("error", «() =>» {});`,
      "an empty listener for once": `emitter.once("error", «() =>» {});`,
      "a listener of the process that does nothing": `process.on("unhandledRejection", «() =>» {});`,
      "a listener of the process that logs": `process.on("uncaughtException", «(e) =>» { console.error(e); });`,
      "a callback that ignores its error": `fs.readFile(p, «(err, data) =>» use(data));`,
      "a callback that logs its error": `
      fs.readFile(p, «(err, data) =>» { if (err) { console.error(err); return; } use(data); });`,
      "settled promises that nobody looks at": `const f = async () => { await «Promise.allSettled»(ps); };`,
      "settled promises in a variable that nobody reads": `
      const f = async () => { const all = await «Promise.allSettled»(ps); };`,
      "settled promises of which only values are read": `
      const f = async () => (await «Promise.allSettled»(ps)).map((r) => r.value);`,
    }),
  )("%s: reported", (_, code) => check(code, { host }));

  it.each(
    Object.entries({
      "a listener that rejects": `
      new Promise((resolve, reject) => { emitter.on("error", reject); emitter.on("error", (e) => reject(e)); });`,
      "a listener that ends the process": `
      process.on("uncaughtException", (e) => { console.error(e); process.exit(1); });`,
      "a listener of another event": `emitter.on("data", () => {});`,
      "a callback that hands its error on": `
      function f(cb) { fs.readFile(p, (err, data) => { if (err) return cb(err); cb(null, data); }); }`,
      "a callback that rejects or resolves": `
      new Promise((resolve, reject) => { fs.readFile(p, (err, data) => (err ? reject(err) : resolve(data))); });`,
      "the event of a request on a channel": `ipcMain.handle("open", async (_e, file) => { await open(file); });`,
      "settled promises whose status is read": `const f = async () => {
      const all = await Promise.allSettled(ps);
      for (const r of all) if (r.status === "rejected") throw r.reason;
    };`,
      "settled promises that catch their own failures": `const f = async () => {
      await Promise.allSettled(items.map(async (item) => {
        try { await item.load(); } catch (e) { report(e); throwLater(e); }
      }));
    };`,
      "a request for input that is answered with none, as the protocol says": `client.setRequestHandler(ElicitRequestSchema, async () => {
      try { return await ask(); } catch { return { action: "cancel" }; }
    });`,
      "an error of a stream": `
      new ReadableStream({ async start(it) { try { await fill(it); } catch (e) { it.error(e); } } });`,
      "settled promises that are returned": `const f = async () => { return await Promise.allSettled(ps); };`,
    }),
  )("%s: passes", (_, code) => check(code, { host }));
});

describe("in TypeScript, `this` is no parameter", () => {
  it.each([
    ["a callback that drops its failure", `db.run(sql, «function (this: Run, err)» { use(this.lastID); });`],
    ["a listener that hands it on", `emitter.on("error", function (this: Run, error) { keep.push(error); });`],
  ])("%s", (_, marked) => {
    check(marked, { host: "untyped" });
  });
});
