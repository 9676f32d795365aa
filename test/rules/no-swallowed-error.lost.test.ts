import { outdent } from "outdent";
import { describe, it } from "vitest";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };

describe("allowDeliberate", () => {
  const options = { allowDeliberate: true };
  it.each([
    ["a log", `function f() { try { a(); } «catch» (e) { console.error(e); } }`],
    ["a log in front of the end of a successful process", `try { a(); } «catch» (e) { log(e); } process.exit(0);`],
    [
      "a listener that a promise waits for",
      `const p = new Promise((resolve) => { child.on("error", «(e) =>» { log(e); resolve(false); }); });`,
    ],
    ["a promise that is waited for", `async function f() { await reload().«catch»((e) => { console.error(e); }); }`],
    ["what is set up for others", `function f() { initializeUsers().«catch»((e) => { console.error(e); }); }`],
    ["a file that is written", `function f() { writeFile(p).«catch»((e) => { console.error(e); }); }`],
    ["the text of a response", `async function f(r) { return r.text().«catch»(() => ""); }`],
    ["a warning without the failure", `function f() { try { a(); } «catch» (e) { console.warn("no a"); } }`],
    ["a file that is lost with a warning", `function f() { try { writeFile(p); } «catch» (e) { console.warn(e); } }`],
    ["a removal that is asked for", `function deleteKey(k) { try { drop(k); } «catch» (e) { logger.warn(e); } }`],
    [
      "an error that its text calls a warning",
      `function f() { try { a(); } «catch» (e) { console.error("Warning", e); } }`,
    ],
    [
      "a throw of the attempt itself",
      `function f() { try { if (a()) throw new Problem(); } «catch» (e) { log.warn(e); } }`,
    ],
    [
      "a function that handles some of its failures",
      `async function drop() { try { await a(); } finally { b(); } }
       async function f() { try { await drop(); } «catch» (e) { console.error(e); } }`,
    ],
    [
      "work beside what a page keeps",
      `async function f() { try { navigator.sendBeacon(u); await save(x); } «catch» (e) { console.error(e); } }`,
    ],
    ["an error whose text is a level", `function f() { try { a(); } «catch» (e) { console.error("warning", e); } }`],
    ["an error by its level", `function f() { try { a(); } «catch» (e) { log("error", \`No a: \${e}\`); } }`],
    ["a release", `async function createRelease() { try { await a(); } «catch» (e) { console.error(e); } }`],
    ["tokens that are counted", `function countTokens() { try { return a(); } «catch» (e) { log(e); return 0; } }`],
    [
      "a success that is made of a failure",
      `async function f() {
        try { return await a(); } «catch» (e) { return createSuccessResponse("Failed to publish", { e }); }
      }`,
    ],
    [
      "a log that tells what was tried",
      `function f() { try { a(); } «catch» (e) { console.error("An error while trying to save", e); } }`,
    ],
    ["a log and a default", `function f() { try { return a(); } «catch» (e) { logger.error(e); return null; } }`],
    ["a log of a function of the file", `function note(e) { log(e); } try { a(); } «catch» (e) { note(e); }`],
    [
      "a log for developers beside a default",
      `function f() { try { return a(); } «catch» (e) { logger.debug("none", e); return null; } }`,
    ],
    [
      "a count of usage that is asked for",
      `function listUsage() { try { return a(); } «catch» (e) { log(e); return []; } }`,
    ],
    [
      "a listener that somebody calls, too",
      `const onData = (d) => { try { a(d); } «catch» (e) { log(e); } }; s.on("data", onData); onData(first);`,
    ],
    ["a log where nobody debugs", `try { a(); } «catch» (e) { if (!debug) console.error(e); }`],
    ["work that only a log for debugging tells", `try { save(x); } «catch» (e) { if (verbose) console.error(e); }`],
    ["a logged attempt of a loop", `while (Date.now() < end) { try { a(); } «catch» (e) { log(e); } }`],
    ["one of several elements", `for (const each of all) { try { a(each); } «catch» {} }`],
    [
      "a comment above another statement",
      `function f() {
        // This must not throw.
        b();
        let jobs = [];
        c();
        try { jobs = a(); } «catch» (e) { console.error(e); }
        return jobs;
      }`,
    ],
    [
      "a text that only failures give",
      `function zone() { try { return a(); } «catch» (e) { console.error(e); return "UTC"; } }`,
    ],
    [
      "settled promises that begin in a list",
      outdent`
        async function f() {
          await «Promise.allSettled»([...all.map(load)]);
        }
      `,
    ],
    ["a state that was never reached", `try { open(); } «catch» (e) { log(e); this.isOpen = false; }`],
    [
      "other work, by a comment below",
      outdent`
        function f() {
          try { a(); } «catch» (e) { console.error(e); }
          // Tell the others
          tell();
        }
      `,
    ],
    [
      "a default that the comment of the function names for another case",
      outdent`
        /** Returns null if there is no plan. */
        function readPlan(file) {
          try { return a(file); } «catch» (e) { console.error(e); return null; }
        }
      `,
    ],
    [
      "a comment of the function about something else",
      outdent`
        /** Sends no false errors. */
        function send() {
          try { a(); } «catch» (e) { console.error(e); }
        }
      `,
    ],
    [
      "work about errors",
      `async function getErrorLogs() { try { return await a(); } «catch» (e) { log(e); return []; } }`,
    ],
    ["an error log without the failure", `try { a(); } «catch» (err) { console.error("no index"); }`],
    [
      "a module that touches the page",
      `import "./a.js"; const at = document.body; try { at.append(1); } «catch» (e) { log(e); }`,
    ],
    ["a function whose name is no word", `const all = { "a(": () => { try { a(); } «catch» (e) { log(e); } } };`],
    ["an audit log", `function f() { try { auditLogger.flush(); } «catch» (e) { console.error(e); } }`],
    [
      "an outcome that is told in other cases too",
      `function f(s) {
        if (!s) return false;
        try { save(s); return true; } «catch» (e) { console.error(e); return false; }
      }`,
    ],
    [
      "a question that is answered by an action",
      `function f(s) { try { s.save(); return true; } «catch» { return false; } }`,
    ],
    ["a log of a value that nothing looks for", `let text; try { text = a(); } «catch» (e) { log(e); } use(text);`],
    [
      "settled promises of work",
      `const f = async () => { await «Promise.allSettled»(all.map((each) => each.load())); };`,
    ],
    [
      "settled promises that are asked to clean up",
      `const removeAll = async () => { await «Promise.allSettled»(all.map((each) => each.remove())); };`,
    ],
    ["a logger as the handler", `initialise().«catch»(console.error);`],
    [
      "a log where a cache is to be cleared",
      `const clearCache = async () => { try { await a(); } «catch» (e) { log(e); } };`,
    ],
    [
      "a test whose other failures are logged",
      `async function drop(p) { try { await a(p); } «catch» (e) { if (e.code !== "ENOENT") console.error(e); } }`,
    ],
    ["an empty list", `const files = await list(p).«catch»(() => []);`],
    ["an empty text", `function f(s) { try { return render(s); } «catch» { return ""; } }`],
    [
      "a text that tells of the failure",
      outdent`
        function f(s) {
          try {
            return a(s);
          } «catch» {
            return "Failed to pay";
          }
        }
      `,
    ],
    ["nothing, without a reason", `try { a(); } «catch» {}`],
    ["nothing, with work left to do", `function f() { try { save(); } «catch» { /* TODO: handle it */ } }`],
    ["work that was to be done", `const f = (s) => save(s).then(() => true).«catch»(() => false);`],
    ["a failure that a callback overlooks", `fs.readFile(p, «(err, data) =>» use(data));`],
    ["a function that a script calls", `(async () => { try { await a(); } «catch» (e) { console.error(e); } })();`],
  ])("does not allow %s", (_, code) => expectFindings(rule, code, { options }));
});
