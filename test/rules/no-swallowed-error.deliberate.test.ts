import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings, findings } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };

describe("allowDeliberate", () => {
  const options = { allowDeliberate: true };
  it.each([
    ["a silent answer", `function f(s) { try { new URL(s); return true; } catch { return false; } }`],
    ["a silent answer to what is no question", `function f(s) { try { return find(s); } catch { return null; } }`],
    ["what a variable held before", `let data = {}; try { data = JSON.parse(text); } catch {}`],
    ["a question about a process", `function f(pid) { try { process.kill(pid, 0); } catch {} }`],
    ["nothing, with a reason", `try { a(); } catch { /* there may be no peer */ }`],
    ["a promise's silent answer", `const found = fs.access(p).then(() => true).catch(() => false);`],
    ["a log of what is the case instead", `try { a(); } catch { console.log("no table yet"); }`],
    [
      "what fails in front of a throw in any case",
      `try { text = a(); } catch (e) { log(e); } throw new Problem(text);`,
    ],
    ["closing", `try { handle.close(); } catch (e) { console.error(e); }`],
    ["removing what was made on the way", `async function f() { save(); await fs.rm(temp).catch(console.error); }`],
    ["whatever a finally block tries", `try { a(); } finally { try { b(); } catch (e) { console.error(e); } }`],
    ["an extra by its name", `async function f() { try { await sendTelemetry(); } catch (e) { console.error(e); } }`],
    ["an observer", `function f() { try { fs.watch(p, reload); } catch (e) { console.error(e); } }`],
    ["an extra by its owner", `async function f() { try { await cache.put(1); } catch (e) { console.warn(e); } }`],
    [
      "an extra by the function around",
      `const notifyAll = async () => { try { await a(); } catch (e) { console.error(e); } };`,
    ],
    ["a timer", `setInterval(() => { try { a(); } catch (e) { console.error(e); } }, 10);`],
    ["a listener", `emitter.on("error", (e) => { console.error(e); });`],
    [
      "a function that is called in another",
      `function f() { (async () => { try { await a(); } catch (e) { log(e); } })(); }`,
    ],
    [
      "what fails while another failure is handled",
      `function f() { try { a(); } catch (e) { try { b(); } catch (e2) { console.error(e2); } throw e; } }`,
    ],
    ["another way to the answer", `function f(s) { try { return a(s); } catch (e) { console.warn(e); return b(s); } }`],
    ["a log that says so", `try { a(); } catch (e) { console.warn("falling back to the defaults", e); }`],
    ["a comment that says so", `try { a(); } catch (e) { /* best effort */ console.error(e); }`],
    [
      "a comment above that says so",
      outdent`
        // The index is optional.
        await build().catch((e) => { console.error(e); });
      `,
    ],
    ["a function of elsewhere that does nothing", `a().catch(noop);`],
    [
      "what code below looks for elsewhere",
      `async function f() {
        let text;
        try { text = await a(); } catch (e) { log(e); }
        if (!text) text = await b();
        return text;
      }`,
    ],
    [
      "a signature that cannot be verified",
      `function verifySignature(s) { try { return verify(s); } catch (e) { log(e); return false; } }`,
    ],
    ["an unknown answer", `function f() { try { return read(); } catch (e) { console.error(e); return "unknown"; } }`],
    ["a component without a log", `import "react"; function stop(video) { try { video.pause(); } catch {} }`],
    ["a part of what is no address", `function readHost(s) { try { return new URL(s).host; } catch { return ""; } }`],
    ["a note on a span", `function count(n) { try { span.setAttribute("n", n); } catch {} }`],
    [
      "a default that the function is named for",
      `async function loadOrNull() { try { return await a(); } catch (e) { console.error(e); return null; } }`,
    ],
    [
      "the next attempt of a loop",
      `async function f() { while (Date.now() < end) { try { if (await a()) return; } catch {} } }`,
    ],
    [
      "a question about a folder",
      `let isThere = false; try { await access(join(homedir(), name)); isThere = true; } catch {}`,
    ],
    ["a state that is kept", `try { open(); this.isOpen = true; } catch (e) { log(e); this.isOpen = false; }`],
    [
      "lines that a listener reads",
      `child.on("data", (s) => {
        s.split("x").forEach((line) => { try { a(line); } catch { console.error(line); } });
      });`,
    ],
    [
      "a question about what to do",
      `function shouldSkip(s) { try { return a(s); } catch (e) { log(e); return false; } }`,
    ],
    ["a safe reading", `async function readBodySafe(r) { try { return await r.text(); } catch { return ""; } }`],
    ["an attempt by its name", `function tryRead(p) { try { return a(p); } catch (e) { log.warn(e); return; } }`],
    [
      "another way, by a comment below",
      outdent`
        function readPort() {
          try { return Number(a()); } catch (e) { console.error(e); }
          // Default port
          return 3025;
        }
      `,
    ],
    ["a script of a page", `const at = document.body; try { at.append(1); } catch (e) { console.error(e); }`],
    [
      "an element that is left out",
      `const known = all.filter((each) => { try { return a(each); } catch (e) { console.error(e); return false; } });`,
    ],
    [
      "a default that the comment of the function names",
      outdent`
        /** Returns null if the file cannot be parsed. */
        export function readPlan(file) {
          try { return a(file); } catch (e) { console.warn(e); return null; }
        }
      `,
    ],
    [
      "news in place of the failure",
      `for (const each of all) { try { a(each); } catch (err) { console.log("no index"); } }`,
    ],
    ["what a logger fails to do", `function f() { try { fileLogger.flush(); } catch (e) { console.error(e); } }`],
    [
      "what is written to a log",
      `function cleanForLogging(v) { try { return copy(v); } catch (e) { log(e); return ""; } }`,
    ],
    ["a record of usage", `async function f() { recordUsage("read", input).catch(() => {}); }`],
    [
      "what a class of telemetry does",
      `class TelemetryClient { start() { try { this.a = new A(); } catch (e) { log.warn(e); this.a = null; } } }`,
    ],
    [
      "the file of a cache",
      `class TokenCache { async persist() { try { await fs.writeFile(p, t); } catch (e) { console.error(e); } } }`,
    ],
    [
      "a listener that is added by its name",
      `const onData = (d) => { try { a(d); } catch (e) { log.warn(e); } };
      s.on("data", onData);
      s.off("data", onData);`,
    ],
    [
      "a component",
      `import "react"; const copy = async () => { try { await write(1); } catch (e) { console.error(e); } };`,
    ],
    ["the next handler of a request", `app.get("/", (req, res, next) => { try { serve(req); } catch { next(); } });`],
    [
      "the outcome of a test",
      `async function testServer(u) { try { await a(u); return true; } catch (e) { log(e); return false; } }`,
    ],
    [
      "a default that comments in two lines explain",
      outdent`
        function f() {
          try { return a(); } catch (e) {
            // If parsing fails, the request has succeeded all the same:
            // return an empty list.
            console.warn(e);
            return [];
          }
        }
      `,
    ],
    ["a poll", `async function pollTasks() { try { show(await a()); } catch (e) { log.error(e); } }`],
    ["an outcome", `function f(s) { try { save(s); return true; } catch (e) { console.error(e); return false; } }`],
    ["the answer to a question", `function isUp(s) { try { return a(s); } catch (e) { log(e); return false; } }`],
    [
      "settled promises that only clean up",
      `const f = async () => { const closing = all.map((each) => each.close()); await Promise.allSettled(closing); };`,
    ],
    [
      "closing, with a handler by its name",
      `const onError = (e) => { console.error(e); }; async function f() { await transport.close().catch(onError); }`,
    ],
    [
      "a warning where the attempt's own failure is thrown",
      `try { if (!a()) throw new Problem(); } catch (e) { if (isProblem(e)) throw e; logger.warn(e); }`,
    ],
    ["a promise that nobody waits for", `function f() { pool.warmWorker().catch((e) => { console.error(e); }); }`],
    ["a promise that is left to itself", `function f() { void reload().then(note).catch((e) => log(e)); }`],
    ["a message that nobody waits for", `function f() { peer.send(1).catch((e) => { console.error(e); }); }`],
    [
      "the details of a response that was refused",
      `async function f(r) { if (!r.ok) { const text = await r.text().catch(() => ""); note(text); } return r.id; }`,
    ],
    ["a warning", `function f() { try { a(); } catch (e) { logger.warn("no a", e); } }`],
    ["a warning beside a default", `function f() { try { return a(); } catch (e) { console.warn(e); return null; } }`],
    [
      "a warning about one of many",
      `for (const each of all) { try { a(each); } catch (e) { log.warn({ each, e }); } }`,
    ],
    ["a lock that is given back", `function releaseLock() { try { rename(); a(); } catch (e) { console.error(e); } }`],
    [
      "what cannot fail",
      `function list(s) { try { return s.split(",").map((each) => each.trim()); } catch (e) { log(e); return []; } }`,
    ],
    [
      "a function that handles its failures itself",
      `async function drop() { try { await a(); } catch (e) { log(e); this.failed = e; } }
       async function f() { try { await drop(); } catch (e) { console.error(e); } }`,
    ],
    [
      "the end of a process whose function handles its failures itself",
      `async function main() { try { await a(); } catch (e) { process.exit(1); } } main().catch(console.error);`,
    ],
    [
      "a connection that takes no message",
      `for (const each of all) { try { each.send(1); } catch (e) { console.error(e); removeClient(each); } }`,
    ],
    [
      "a number for what is unknown",
      `async function count() { try { return await a(); } catch (e) { log(e); return -1; } }`,
    ],
    [
      "what a comment says is done all the same",
      `try { a(); } catch (e) { /* Still tell the page */ log(e); tell(); }`,
    ],
    ["promises that others look at", `async function f() { await Promise.allSettled([...this.pending.values()]); }`],
    ["a log for developers", `try { a(); } catch (e) { logger.debug("none", e); }`],
    ["a log for developers with a reason", `try { a(); } catch (e) { /* no branch yet */ logger.debug("none", e); }`],
    [
      "a detail of a failure that is thrown",
      `const detail = await r.text().catch(() => ""); throw new Problem(detail);`,
    ],
    [
      "a default that the function also gives where nothing fails",
      `function zone() { if (b()) return "UTC"; try { return a(); } catch (e) { console.error(e); return "UTC"; } }`,
    ],
    [
      "a connection that is closed on the way to a removal",
      `async function removeSession(s) {
        try { await s.server.close(); } catch (e) { console.error(e); }
        all.delete(s);
      }`,
    ],
    [
      "a removal of files that are left over",
      `async function purgeStaleFiles(all) { try { await rm(all); } catch (e) { console.error(e); } }`,
    ],
    [
      "a removal in a loop that is warned of",
      `async function purge(all) { for (const each of all) { try { await rm(each); } catch (e) { log.warn(e); } } }`,
    ],
    ["a question of another word", `function f() { try { return doesFit(p); } catch { return false; } }`],
    ["a warning by its level", `function f() { try { a(); } catch (e) { log("warning", \`No a: \${e}\`); } }`],
    [
      "the clipboard of a page",
      `import "./a.js";
      const copy = async (s) => { try { await navigator.clipboard.writeText(s); } catch (e) { log(e); } };`,
    ],
    [
      "what the comment of the function calls a best effort",
      outdent`
        /** Best-effort note of the owner. */
        export async function note(p) { try { await a(p); } catch (e) { console.error(e); } }
      `,
    ],
    [
      "what the comment of the condition calls a best effort",
      outdent`
        // Best effort: the others go on.
        if (b) {
          try { a(); } catch (e) { console.error(e); }
        }
      `,
    ],
    ["promises that are kept elsewhere", `async function f() { await Promise.allSettled([...pending]); }`],
    ["a call that writes a log", `try { logToolAction(a); } catch (e) { console.error(e); }`],
    ["a log for debugging", `try { a(); } catch (e) { if (process.env.DEBUG) { console.error("No a:", e); } }`],
    ["a list that others are told of", `try { mcp.sendResourceListChanged(); } catch (e) { console.error(e); }`],
    [
      "those who wait for a call that has failed",
      `try { a(); } catch (e) { batch.forEach(({ reject }) => { try { reject(e); } catch (f) { log(f); } }); throw e }`,
    ],
    [
      "a step that undoes another one",
      `steps.push({ rollback: async () => { try { await rename(b, a); } catch (e) { console.error(e); } } });`,
    ],
    [
      "what the comment of the default tells",
      outdent`
        function f() {
          // This must degrade rather than throw.
          let jobs = [];
          try { jobs = a(); } catch (e) { console.error(e); }
          return jobs;
        }
      `,
    ],
  ])("allows %s", (_, code) => {
    expectFindings(rule, code, { options });
    expect(findings(rule, code)).toHaveLength(1);
  });
});
