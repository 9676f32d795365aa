import { outdent } from "outdent";
import { describe, it } from "vitest";
import { kaizaSettings, presets } from "../../rules/dist/configs.js";
import noSwallowedError from "../../rules/dist/no-swallowed-error.js";
import { expectFindings } from "../kit/marked-code.js";

const rule = { name: "no-swallowed-error", rule: noSwallowedError };

describe("a mark", () => {
  it.each(
    Object.entries({
      "in an empty handler": `try { a(); } catch { /* Intended: the cache is optional. */ }`,
      "behind a log": outdent`
      try { a(); } catch (e) {
        console.error(e);
        // Intended: nobody waits.
      }
    `,
    }),
  )("allows a drop %s", (_, code) => expectFindings(rule, code));

  it.each([["no reason", `try { a(); } «catch» { /* Intended: */ }`]])("needs more than %s", (_, code) =>
    expectFindings(rule, code),
  );
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
      `import { mcpError } from "error-contract/typed-mcp";
      export function f() { try { return a(); } catch { return mcpError("not_found", "No mail").toEnvelope(); } }`,
    ],
    [
      "the contract's envelope, written by hand",
      "typedMcp",
      `export function f() {
        try { return a(); } catch { return { error: "not_found", message: "No mail", details: null }; }
      }`,
    ],
    [
      "the contract's error",
      "contextResolve",
      `import { fromUnknown } from "error-contract/context-resolve";
      export function f() { try { return a(); } catch (e) { return fromUnknown(e); } }`,
    ],
    ["nothing of the contract", "typedMcp", `export function f() { try { return a(); } «catch» (e) { return null; } }`],
  ] as const)("%s", (_, preset, code) => expectFindings(rule, code, { settings: presets[preset] }));
});
