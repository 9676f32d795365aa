import { outdent } from "outdent";
import { describe, it } from "vitest";
import { presets } from "../../rules/dist/configs.js";
import noRawError from "../../rules/dist/no-raw-error.js";
import { expectFindings } from "../kit/marked-code.js";

const rule = { name: "no-raw-error", rule: noRawError };
const check = (marked: string, options?: object) =>
  expectFindings(rule, marked, { host: "untyped", settings: presets.recommended, ...(options && { options }) });

/** The same code with its marks, and without: what one question reports, the other does not. */
const withoutMarks = (marked: string) => marked.replace(/[«»]/g, "");

const MEANT: readonly [name: string, marked: string][] = [
  [
    "what a handler of the same function ends",
    `export function f() { try { throw «new Error("a")»; } catch (e) { return String(e); } }`,
  ],
  [
    "what each caller of a function catches",
    outdent`
      function parse(text) { if (!text) throw «new Error("No text")»; return text; }
      export function first(text) { try { return parse(text); } catch (error) { return { error: error.message }; } }
      export function second(text) { try { return parse(text); } catch { return "none"; } }
    `,
  ],
  [
    "what each caller of a caller catches",
    outdent`
      const load = async (url) => { throw «new Error("a")»; };
      async function retry(url) { return await load(url); }
      export const all = (url) => retry(url).catch((error) => report(error));
    `,
  ],
  [
    "what callers of a private method catch",
    outdent`
      export class Plans {
        #find() { throw «new Error("a")»; }
        list() { try { return this.#find(); } catch { return []; } }
      }
    `,
  ],
  [
    "the rejection of a promise that is awaited where it is caught",
    `export async function f() { try { await new Promise((_, reject) => reject(«new Error("a")»)); } catch (e) { log(e); } }`,
  ],
  ["the reason of an abort", `export const stop = (controller) => controller.abort(«new Error("Stopped")»);`],
  ["an abort, by its name", `export function f() { if (signal.aborted) throw «new DOMException("a", "AbortError")»; }`],
  ["a method that does nothing else", `export class Store { load() { throw «new Error("Not implemented")»; } }`],
  [
    "what a converter makes of a value of unknown type",
    `export function toFailure(value: unknown) { return value instanceof Error ? value : «new Error(String(value))»; }`,
  ],
  ["what a converter makes of an error", "export const wrap = (err) => «new Error(`Failed: ${err.message}`)»;"],
];

describe("under `recommended`, a raw error that reaches no client is meant", () => {
  it.each(MEANT)("%s", (_, marked) => {
    check(withoutMarks(marked));
    check(marked, { strict: true });
  });
});

describe("under `recommended`, a raw error that may reach a client is reported", () => {
  it.each([
    ["from an exported function", `export function f() { throw «new Error("a")»; }`],
    [
      "from a function with one caller that does not catch",
      outdent`
        function parse(text) { if (!text) throw «new Error("No text")»; return text; }
        export function first(text) { try { return parse(text); } catch { return ""; } }
        export const second = (text) => parse(text);
      `,
    ],
    [
      "from a function that is exported below",
      `function f() { throw «new Error("a")»; }\ntry { f(); } catch { g(); }\nexport { f };`,
    ],
    [
      "from a function that is passed on",
      `function f() { throw «new Error("a")»; }\ntry { f(); } catch { g(); }\nserver.tool("f", f);`,
    ],
    [
      "from a public method",
      `export class A { f() { throw «new Error("a")»; g(); } h() { try { this.f(); } catch {} } }`,
    ],
    [
      "where the handler throws again",
      `export function f() { try { throw «new Error("a")»; } catch (e) { if (late) throw e; } }`,
    ],
    [
      "where the handler throws by a function of the file",
      `const fail = (e) => { throw e; };\nexport function f() { try { throw «new Error("a")»; } catch (e) { fail(e); } }`,
    ],
    [
      "where the handler keeps it for later",
      `export function f() { let last; try { throw «new Error("a")»; } catch (e) { last = e; } return last; }`,
    ],
    [
      "where the handler rejects",
      `export const f = () => new Promise((_, reject) => { try { throw «new Error("a")»; } catch (e) { reject(e); } });`,
    ],
    ["where the promise is returned", `export const f = () => new Promise((_, reject) => reject(«new Error("a")»));`],
    ["in `finally`", `export function f() { try { g(); } catch { h(); } finally { throw «new Error("a")»; } }`],
    ["from a method that does more", `export class A { f() { log(); throw «new Error("Not implemented")»; } }`],
    ["from a function of this kind", `export function f() { throw «new Error("Not implemented")»; }`],
    ["from a function that makes one of a text", `export const failure = (text) => «new Error(text)»;`],
  ])("%s", (_, marked) => check(marked));
});
