import errorContract from "eslint-plugin-error-contract";
import { outdent } from "outdent";
import { describe, expect, it } from "vitest";
import { kaizaSettings, presets } from "../../rules/dist/configs.js";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings, findings } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };

describe("allowProbes", () => {
  const options = { allowProbes: true };
  it.each([
    ["a boolean answer", `function f(s) { try { new URL(s); return true; } catch { return false; } }`],
    ["parsing", `function f(s) { try { return JSON.parse(s); } catch { return undefined; } }`],
    [
      "parsing, and a part of what was parsed",
      `function f(s) { try { return new URL(s).host.trim(); } catch { return null; } }`,
    ],
    ["a text that stays as it is", `function f(s) { try { return JSON.parse(s); } catch { return s; } }`],
    ["a part of a decoded text", `function f(s) { try { return decodeURI(s).slice(1); } catch { return undefined; } }`],
    ["feature detection", `let lib; try { lib = require("lib"); } catch { lib = null; } use(lib);`],
    ["a boolean that is assigned", `let has; try { a(); has = true; } catch { has = false; } use(has);`],
    ["a boolean promise", `const exists = fs.access(p).then(() => true).catch(() => false);`],
    [
      "parsing by a format's own method",
      `function f(s) { try { yaml.load(s); return true; } catch { return false; } }`,
    ],
    [
      "a member that the attempt sets too",
      `class A { test() { try { new RegExp("x", "v"); this.has = true; } catch { this.has = false; } } }`,
    ],
    [
      "a variable that a promise's handler sets",
      `async function f() { let can = true; await fs.access(p).catch(() => { can = false; }); return can; }`,
    ],
    [
      "a kept answer",
      `let known; function f() { try { probe(); known = true; } catch { known = false; } return known; }`,
    ],
  ])("allows %s", (_, code) => {
    expectFindings(rule, code, { options });
    expect(findings(rule, code)).toHaveLength(1);
  });

  it.each([
    ["a default that is more than an answer", `function f(s) { try { return JSON.parse(s); } «catch» { return {}; } }`],
    [
      "another value than what was asked about",
      `function f(s, d) { try { return JSON.parse(s); } «catch» { return d; } }`,
    ],
    ["nothing for what is no question", `function f(s) { try { return send(s); } «catch» { return null; } }`],
    ["an answer with a log", `function f(s) { try { return a(s); } «catch» (e) { console.error(e); return false; } }`],
    ["an action", `const f = (s) => store(s).then(() => true).«catch»(() => false);`],
    [
      "an action in a block",
      `async function f(s) { try { await db.connect(s); return true; } «catch» { return false; } }`,
    ],
    [
      "parsing what is read from a disk",
      `function f(p) { try { return JSON.parse(fs.readFileSync(p, "utf8")); } «catch» { return null; } }`,
    ],
    ["a state that is set", `async function f() { try { await a(); } «catch» { state.ready = false; } }`],
    [
      "a variable of the module that is set",
      `let ready = true; async function f() { try { await a(); } «catch» { ready = false; } } use(ready);`,
    ],
  ])("does not allow %s", (_, code) => expectFindings(rule, code, { options }));
});

describe("allowCleanup", () => {
  const options = { allowCleanup: true };
  it.each([
    ["closing", `try { handle.close(); } catch {}`],
    ["removing with a promise", `fs.rm(folder, { recursive: true }).catch(() => {});`],
    ["killing and clearing", `try { child.kill(); clearTimeout(timer); } catch {}`],
    ["whatever a finally block tries", `try { a(); } finally { try { b(); } catch {} }`],
  ])("allows %s", (_, code) => {
    expectFindings(rule, code, { options });
    expect(findings(rule, code)).toHaveLength(1);
  });

  it.each([["cleaning up beside other work", `try { save(); handle.close(); } «catch» {}`]])(
    "does not allow %s",
    (_, code) => expectFindings(rule, code, { options }),
  );
});

describe("allowExpected", () => {
  const options = { allowExpected: true };
  it.each([
    [
      "a test for a code whose other branch logs",
      `try { a(); } catch (e) { if (e.code !== "ENOENT") console.error(e); }`,
    ],
    [
      "a switch over codes",
      `try { a(); } catch (e) { switch (e.code) { case "ENOENT": break; default: console.error(e); } }`,
    ],
  ])("allows %s", (_, code) => {
    expectFindings(rule, code, { options });
    expect(findings(rule, code)).toHaveLength(1);
  });

  it.each([["a test of something else", `try { a(); } «catch» (e) { if (e.retries > 3) console.error(e); }`]])(
    "does not allow %s",
    (_, code) => expectFindings(rule, code, { options }),
  );
});

describe("allowComment", () => {
  const options = { allowComment: String.raw`^best effort\b` };
  it.each([
    ["a comment that matches", `try { a(); } catch { /* Best effort: the cache is optional */ }`],
    [
      "a comment beside a default",
      outdent`
        function f() { try { return a(); } catch {
        // best effort, nobody waits
        return null; } }
      `,
    ],
  ])("allows %s", (_, code) => expectFindings(rule, code, { options }));

  it.each([
    ["another comment", `try { a(); } «catch» { /* ignore */ }`],
    ["a task", `try { a(); } «catch» { /* best effort, TODO: handle it */ }`],
  ])("does not allow %s", (_, code) => expectFindings(rule, code, { options }));
});

describe("settings", () => {
  it.each([
    [
      "a sink passes a failure on, though it is named like a logger",
      { sinks: ["logger.fail", "logFatal"] },
      `try { a(); } catch (e) { logFatal(e); }`,
    ],
    ["a sink needs no failure", { sinks: ["lockSession"] }, `try { a(); } catch { lockSession("failed"); }`],
    [
      "a logger only records, though nobody would know",
      { loggers: ["audit.append"] },
      `try { a(); } «catch» (e) { audit.append(e); }`,
    ],
    [
      "a logger of a package",
      { loggers: [{ from: "package", package: "tell", name: "tell" }] },
      `import { tell } from "tell"; try { a(); } «catch» (e) { tell(e); }`,
    ],
    [
      "a sink that is named like a reporter",
      { sinks: ["report"] },
      `import { report } from "./tracker.js"; try { a(); } catch (e) { report(e); } a().catch(report);`,
    ],
  ])("%s", (_, changes, code) => expectFindings(rule, code, { settings: { ...kaizaSettings, ...changes } }));
});

describe("contracts that return", () => {
  it.each([
    [
      "the contract's envelope, made of an error",
      "typedMcp",
      `import { mcpError } from "error-contract/typed-mcp"; export function f() { try { return a(); } catch { return mcpError("not_found", "No mail").toEnvelope(); } }`,
    ],
    [
      "the contract's envelope, written by hand",
      "typedMcp",
      `export function f() { try { return a(); } catch { return { error: "not_found", message: "No mail", details: null }; } }`,
    ],
    [
      "the contract's error",
      "contextResolve",
      `import { fromUnknown } from "error-contract/context-resolve"; export function f() { try { return a(); } catch (e) { return fromUnknown(e); } }`,
    ],
    [
      "a failure of the contract with its discriminant",
      "mcpAql",
      `export function f() { try { return a(); } catch (e) { return { success: false, error: { code: "INTERNAL_ERROR", message: "Internal error" } }; } }`,
    ],
    ["nothing of the contract", "typedMcp", `export function f() { try { return a(); } «catch» (e) { return null; } }`],
  ] as const)("%s", (_, preset, code) => expectFindings(rule, code, { settings: presets[preset] }));
});

it("presets have the options that the rule names for them", () => {
  const [strict] = errorContract.configs.kaiza;
  const [lenient] = errorContract.configs.recommended;
  expect(strict?.rules["error-contract/no-swallowed-error"]).toBe("error");
  expect(lenient?.rules["error-contract/no-swallowed-error"]).toMatchObject([
    "error",
    { allowProbes: true, allowExpected: true },
  ]);
});
