import { outdent } from "outdent";
import { presets } from "../../rules/dist/configs.js";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { wrapped } from "./wrapped-handler.js";
import { createCases } from "../kit/create-cases.js";

const imported = `import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";\n`;
const FAILED = `{ isError: true, content: [{ type: "text", text: "HASH_MISMATCH" }] }`;
const THROWN = `SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" })`;

/** A finding with the one suggestion to throw instead; without an output, one without suggestions. */
const failed = (
  name: string,
  code: string,
  output?: string,
  messageId: "throwCode" | "throwConverted" = "throwCode",
) => ({
  name,
  code,
  output: null,
  errors: [{ messageId: "missingEnvelope" as const, suggestions: output === undefined ? [] : [{ messageId, output }] }],
});

javascriptRuleTester.run("no-error-result: the text of a handler's failure may be thrown", noErrorResult, {
  valid: [],
  invalid: [
    failed("of a code alone", wrapped(`if (!path) return ${FAILED};`), wrapped(`if (!path) throw ${THROWN};`)),
    failed(
      "with what was caught as the cause",
      wrapped(outdent`
        try { await load(path); } catch (err) {
          return { isError: true, content: [{ type: "text", text: "FILE_READ_FAILED: it is gone" }] };
        }
      `),
      wrapped(outdent`
        try { await load(path); } catch (err) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: "File read failed: it is gone", tool_name: "read_file", cause: err });
        }
      `),
    ),
    failed(
      "of a function that is wrapped by name",
      `${imported}function f() {
        if (a) return ${FAILED};
        return 1;
      }
      server.registerTool("read_file", {}, wrapHandler(f));`,
      `${imported}function f() {
        if (a) throw ${THROWN};
        return 1;
      }
      server.registerTool("read_file", {}, wrapHandler(f));`,
    ),
    failed(
      "where a rethrowing catch clause receives the throw",
      wrapped(`try { if (!path) return ${FAILED}; } catch (e) { log(e); throw e; }`),
      wrapped(`try { if (!path) throw ${THROWN}; } catch (e) { log(e); throw e; }`),
    ),
    failed(
      "in shorthand, of what was caught",
      `${imported}server.registerTool("f", {}, async () => {
        try { g(); } catch (err) { const text = "It differs."; return { isError: true, content: [{ type: "text", text }] }; }
      });`,
      `${imported}server.registerTool("f", {}, async () => {
        try { g(); } catch (err) { const text = "It differs."; throw SystemError.fromUnknown(err, { human_message: text, tool_name: "f" }); }
      });`,
      "throwConverted",
    ),
  ],
});

/** An object in place of an answer, and what is thrown instead. */
const object = (name: string, value: string, thrown: string) => ({
  name,
  code: wrapped(`try { await load(path); } catch (err) { return ${value}; }`),
  output: null,
  errors: [
    {
      messageId: "failureObject" as const,
      suggestions: [
        {
          messageId: "throwCode" as const,
          output: wrapped(`try { await load(path); } catch (err) { throw ${thrown}; }`),
        },
      ],
    },
  ],
});

javascriptRuleTester.run("no-error-result: an object may be thrown", noErrorResult, {
  valid: [],
  invalid: [
    object(
      "with its text",
      `{ ok: false, error: "HASH_MISMATCH: it differs" }`,
      `SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch: it differs", tool_name: "read_file", cause: err })`,
    ),
    object(
      "with its code",
      `{ success: false, code: "HASH_MISMATCH", message: "It differs." }`,
      `SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "It differs.", tool_name: "read_file", cause: err })`,
    ),
    object(
      "with its cause",
      `{ ok: false, message: "HASH_MISMATCH: it differs", cause: err }`,
      `SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch: it differs", tool_name: "read_file", cause: err })`,
    ),
  ],
});

javascriptRuleTester.run("no-error-result: nothing is suggested", noErrorResult, {
  valid: [],
  invalid: [
    failed("where a field would be lost", wrapped(`if (a) return ${FAILED.replace("{", "{ _meta: {},")};`)),
    failed("where a comment would be lost", wrapped(`if (a) return ${FAILED.replace("{", "{ /* for now */")};`)),
    failed(
      "for JSON",
      wrapped(`if (a) return { isError: true, content: [{ type: "text", text: JSON.stringify({ ok: false }) }] };`),
    ),
    failed("where a catch clause of the function would end the throw", wrapped(`try { return ${FAILED}; } catch {}`)),
    failed("for one arm of a conditional", wrapped(`if (a) return path ? 1 : ${FAILED};`)),
    ...createCases(failed, {
      "in a function that anybody may call": `${imported}export function f() { return ${FAILED}; }`,
      "in a wrapped function that is called elsewhere": `${imported}function f() { if (a) return ${FAILED}; } wrapHandler(f, "hash"); export const g = () => f().ok;`,
      "in a wrapped function that calls itself": `${imported}wrapHandler(function f(a) { if (!a) return ${FAILED}; return f(a - 1).ok; }, "hash");`,
      "in a listener, whose throw nothing catches": `${imported}emitter.on("data", () => { return ${FAILED}; });`,
      "in a finally block, where a throw takes the place of a failure": `${imported}function f() { try { g(); } finally { return ${FAILED}; } }`,
      "in a file that touches the DOM": `export function f() { document.title = "x"; return ${FAILED}; }`,
    }),
    ...[
      ["with data beside it", `{ ok: false, error: "INVALID_PATH: none", path }`],
      ["with a state", `{ ok: false, state: "stale", error: "INVALID_PATH: none" }`],
      ["with a code that is computed", `{ ok: false, code: pick(), error: "INVALID_PATH: none" }`],
      ["without words", `{ ok: false }`],
      ["that is spread", `{ ...base, ok: false, error: "INVALID_PATH: none" }`],
    ].map(([name, value]) => ({
      name: `for an object ${name!}`,
      code: wrapped(`if (!path) return ${value!};`),
      output: null,
      errors: [{ messageId: "failureObject" as const, suggestions: [] }],
    })),
  ],
});

untypedRuleTester.run("no-error-result: TypeScript", noErrorResult, {
  valid: [],
  invalid: [
    failed(
      "an assertion goes with its object",
      `${imported}wrapHandler(async (a) => { if (a) return ${FAILED} as const; return 1; }, "read_file");`,
      `${imported}wrapHandler(async (a) => { if (a) throw ${THROWN}; return 1; }, "read_file");`,
    ),
    failed(
      "a declared type that another answer still has",
      `${imported}wrapHandler(async (a): Promise<R> => { if (a) return ${FAILED}; return r; }, "read_file");`,
      `${imported}wrapHandler(async (a): Promise<R> => { if (a) throw ${THROWN}; return r; }, "read_file");`,
    ),
    failed(
      "a declared type that no answer would have",
      `${imported}wrapHandler(async (): Promise<R> => { log(); return ${FAILED}; }, "read_file");`,
    ),
  ],
});

const unmarked = (name: string, code: string, output: string | null) => ({
  name,
  code,
  output: null,
  options: [{ discriminants: ["ok", "success"] }] as const,
  settings: { errorContract: presets.recommended },
  errors: [
    {
      messageId: "failureText" as const,
      suggestions: output === null ? null : [{ messageId: "markResult" as const, output }],
    },
  ],
});

const TWO_TEXTS = `content: [{ type: "text", text: "Error: there is no note" }, { type: "text", text: hint }]`;

untypedRuleTester.run("no-error-result: a text that no throw can replace is marked as a failure", noErrorResult, {
  valid: [],
  invalid: [
    unmarked(
      "in a handler whose type is inferred",
      `export const list = async () => ({ ${TWO_TEXTS} });`,
      `export const list = async () => ({ ${TWO_TEXTS}, isError: true });`,
    ),
    unmarked(
      "on the line of the last property",
      outdent`
        async function list(): Promise<CallToolResult> {
          return {
            ${TWO_TEXTS},
          };
        }
      `,
      outdent`
        async function list(): Promise<CallToolResult> {
          return {
            ${TWO_TEXTS}, isError: true,
          };
        }
      `,
    ),
    unmarked(
      "unless the declared type may refuse it",
      `async function list(): Listing { return { ${TWO_TEXTS} }; }`,
      null,
    ),
    {
      name: "and not under a contract that has a form of its own",
      code: `export const list = async () => ({ ${TWO_TEXTS} });`,
      output: null,
      errors: [{ messageId: "failureText", suggestions: null }],
    },
  ],
});
