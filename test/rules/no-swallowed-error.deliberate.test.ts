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
    ["a log that cannot be written", `function f(r) { try { logRequest(r); } catch (e) { console.error(e); } }`],
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
    ["a log for developers", `try { a(); } catch (e) { logger.debug("none", e); }`],
    ["a log for developers with a reason", `try { a(); } catch (e) { /* no branch yet */ logger.debug("none", e); }`],
    [
      "a default that the function also gives where nothing fails",
      `function zone() { if (b()) return "UTC"; try { return a(); } catch (e) { console.error(e); return "UTC"; } }`,
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
      "what the comment of the function calls a best effort",
      outdent`
        /** Best-effort note of the owner. */
        export async function note(p) { try { await a(p); } catch (e) { console.error(e); } }
      `,
    ],
    ["a list that others are told of", `try { mcp.sendResourceListChanged(); } catch (e) { console.error(e); }`],
    [
      "those who wait for a call that has failed",
      `try { a(); } catch (e) { batch.forEach(({ reject }) => { try { reject(e); } catch (f) { log(f); } }); throw e }`,
    ],
  ])("allows %s", (_, code) => {
    expectFindings(rule, code, { options });
    expect(findings(rule, code)).toHaveLength(1);
  });
});
