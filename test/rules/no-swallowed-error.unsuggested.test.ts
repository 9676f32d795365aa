import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { suggestThrows } from "./handled-failures.js";

describe("there is no suggestion", () => {
  it.each([
    ["where the binding is a pattern", `try { a(); } catch ({ message }) { console.error(message); }`],
    ["for a listener, whose throw nobody catches", `emitter.on("error", () => {});`],
    ["for a callback, whose throw nobody catches", `fs.unlink(p, (err) => {});`],
    ["where a comment would be lost", `await p.catch(() => /* nothing */ null);`],
    ["where the default has a comment", `function f() { try { return a(); } catch (e) { return /* none */ null; } }`],
    ["in a file that renders", `document.title = "x"; try { a(); } catch (e) { console.error(e); }`],
  ])("%s", (_, code) => {
    expect(suggestThrows(code)).toEqual([]);
  });
});

const CLAUSE = `try { a(); } catch (e) { console.error(e); }`;

describe("there is no suggestion of a throw that nothing catches", () => {
  it.each(
    Object.entries({
      "in a floating promise": `p.catch(() => {});`,
      "in what forEach drops": `xs.forEach(async (x) => { ${CLAUSE} });`,
      "in a chain that floats": `p.catch(() => {}).then(next);`,
      "in an async function that the file calls without awaiting it": `async function main() { ${CLAUSE} } main();`,
      "in a function that returns a promise which its caller drops": `const f = () => p.catch(() => {}); void f();`,
      "in a listener": `emitter.on("data", () => { ${CLAUSE} });`,
      "in a method that its class calls without awaiting it": `
      class S { go() { this.run(); } async run() { ${CLAUSE} } }`,
      "in a callback of Node": `fs.readFile(p, (err, data) => { if (err) throw err; ${CLAUSE} });`,
      "in a timeout": `setTimeout(() => { ${CLAUSE} }, 10);`,
      "in a finally block": `try { b(); } finally { ${CLAUSE} }`,
    }),
  )("%s", (_, code) => {
    expect(suggestThrows(code)).toEqual([]);
  });

  it.each(
    Object.entries({
      "in a promise that is awaited": `await p.catch(() => {});`,
      "in a promise that is kept": `export const q = p.catch(() => {});`,
      "in a floating promise with a handler of its own": `p.catch(() => {}).catch(report);`,
      "in a function that another file may await": `export async function f() { ${CLAUSE} }`,
      "in a method that its class awaits": `class S { async go() { await this.run(); } async run() { ${CLAUSE} } }`,
      "in the handler of a tool": `server.registerTool("x", {}, async () => { ${CLAUSE} });`,
      "in a listener that catches it": `
      emitter.on("data", () => { try { ${CLAUSE} } catch (e) { emitter.emit("error", e); } });`,
    }),
  )("but there is one %s", (_, code) => {
    expect(suggestThrows(code)).toHaveLength(1);
  });
});

describe("there is no suggestion of a throw where the code goes on on purpose", () => {
  it.each(
    Object.entries({
      "to an attempt that a condition asks for": `while (isRunning()) { ${CLAUSE} await sleep(10); }`,
      "to the next element of a list": `for (const x of xs) { try { a(x); } catch { continue; } }`,
      "with what a variable held before": `let m = {}; try { m = JSON.parse(t); } catch {}`,
      "since it asked whether a process runs": `
      function f() { try { process.kill(pid, 0); return true; } catch { return false; } }`,
      "as a comment says": outdent`
      try { a(); } catch {
        // Ignore it: there may be none.
      }
    `,
      "where a promise is resolved instead": `
      new Promise((resolve) => { try { a(); } catch (e) { log.error(e); resolve(); } });`,
    }),
  )("%s", (_, code) => {
    expect(suggestThrows(code)).toEqual([]);
  });

  it.each(
    Object.entries({
      "where the last attempt gives up": `
      function f() { while (true) { try { a(); } catch (e) { if (n > 3) return null; throw e; } } }`,
      "where something was done, and its result was to be kept": `let m; try { m = await load(p); } catch {}`,
      "in a function that writes an audit log": `
      function writeAuditLog(t) { try { fs.writeFileSync(p, t); } catch (e) { log.error(e); } }`,
      "in a function that logs in": `async function logIn() { try { await send(u); } catch (e) { log.error(e); } }`,
      "where a comment says no more than to ignore it": `try { a(); } catch { /* ignore */ }`,
    }),
  )("but there is one %s", (_, code) => {
    expect(suggestThrows(code)).toHaveLength(1);
  });
});

describe("there is no suggestion of a throw in place of an answer that the function declares", () => {
  const answering = (type: string, answer: string) =>
    `async function f(): ${type} { try { return await a(); } catch (e) { log.error(e); return ${answer}; } }`;

  it.each([
    ["null", answering("Promise<Session | null>", "null")],
    ["undefined", answering("Promise<undefined | Session>", "undefined")],
  ])("%s", (_, code) => {
    expect(suggestThrows(code, { host: "untyped" })).toEqual([]);
  });

  it.each([
    ["null, which is no part of the type", answering("Promise<any>", "null")],
    ["null where undefined is declared", answering("Promise<Session | undefined>", "null")],
  ])("but there is one for %s", (_, code) => {
    expect(suggestThrows(code, { host: "untyped" })).toHaveLength(1);
  });
});
