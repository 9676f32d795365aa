import { outdent } from "outdent";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { wrapped } from "./wrapped-handler.js";

const throwing = (output: string, messageId: "failureObject" | "missingEnvelope" = "failureObject") => [
  { messageId, suggestions: [{ messageId: "throwCode" as const, output }] },
];
const failure = [{ messageId: "failureObject" as const, suggestions: [] }];

javascriptRuleTester.run("no-error-result: a failure of a handler may be thrown", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "the code in front of the text",
      code: wrapped(`if (!path) return { ok: false, error: "INVALID_PATH: no path was given" };`),
      errors: throwing(
        wrapped(outdent`
        if (!path) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "Invalid path: no path was given", tool_name: "read_file" });
      `),
      ),
    },
    {
      name: "the code in a field of its own",
      code: wrapped(`if (!path) return { success: false, code: "INVALID_PATH", message: "no path", data: null };`),
      errors: throwing(
        wrapped(outdent`
        if (!path) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "no path", tool_name: "read_file" });
      `),
      ),
    },
    {
      name: "what was caught becomes the cause",
      code: wrapped(outdent`
        try { await load(path); } catch (err) {
          return { ok: false, error: \`FILE_READ_FAILED: \${err.message}\` };
        }
      `),
      errors: throwing(
        wrapped(outdent`
        try { await load(path); } catch (err) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: \`File read failed: \${err.message}\`, tool_name: "read_file", cause: err });
        }
      `),
      ),
    },
    {
      name: "a cause that is given",
      code: wrapped(outdent`
        try { await load(path); } catch (err) {
          return { ok: false, code: "FILE_READ_FAILED", message: "no luck", error: err };
        }
      `),
      errors: throwing(
        wrapped(outdent`
        try { await load(path); } catch (err) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: "no luck", tool_name: "read_file", cause: err });
        }
      `),
      ),
    },
    {
      name: "JSON of a failure",
      code: wrapped(`if (!path) return JSON.stringify({ ok: false, error: "INVALID_PATH: none" }, null, 2);`),
      errors: throwing(
        wrapped(outdent`
        if (!path) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "Invalid path: none", tool_name: "read_file" });
      `),
      ),
    },
    {
      name: "what a function makes an answer of",
      code: wrapped(`if (!path) return jsonResult({ ok: false, error: "INVALID_PATH: none" });`),
      errors: throwing(
        wrapped(outdent`
        if (!path) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "Invalid path: none", tool_name: "read_file" });
      `),
      ),
    },
    {
      name: "an error result with a code in its text",
      code: wrapped(
        `if (!path) return { isError: true, content: [{ type: "text", text: "INVALID_PATH: none was given" }] };`,
      ),
      errors: throwing(
        wrapped(outdent`
        if (!path) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: "Invalid path: none was given", tool_name: "read_file" });
      `),
        "missingEnvelope",
      ),
    },
    {
      name: "a function that is wrapped by name",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        function f() {
          if (a) return { ok: false, error: "HASH_MISMATCH" };
          return 1;
        }
        server.registerTool("hash", {}, wrapHandler(f));
      `,
      errors: throwing(outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        function f() {
          if (a) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "hash" });
          return 1;
        }
        server.registerTool("hash", {}, wrapHandler(f));
      `),
    },
    {
      name: "a throw that a rethrowing catch clause receives",
      code: wrapped(`try { if (!path) return { ok: false, error: "HASH_MISMATCH" }; } catch (e) { log(e); throw e; }`),
      errors: throwing(
        wrapped(outdent`
        try { if (!path) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "read_file" }); } catch (e) { log(e); throw e; }
      `),
      ),
    },
  ],
});

javascriptRuleTester.run("no-error-result: what would lose something is only reported", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "a field that the error has no place for",
      code: wrapped(`if (!path) return { ok: false, error: "INVALID_PATH: none", path };`),
      errors: failure,
    },
    {
      name: "two texts",
      code: wrapped(`if (!path) return { ok: false, error: "INVALID_PATH: none", message: "no path" };`),
      errors: failure,
    },
    {
      name: "a spread",
      code: wrapped(`if (!path) return { ...base, ok: false, error: "INVALID_PATH: none" };`),
      errors: failure,
    },
    {
      name: "a code that is not static",
      code: wrapped(`if (!path) return { ok: false, code: pick(), message: "none" };`),
      errors: failure,
    },
    {
      name: "a comment",
      code: wrapped(`if (!path) return { ok: false, /* for now */ error: "INVALID_PATH: none" };`),
      errors: failure,
    },
    {
      name: "a comment beside what was caught",
      code: `export function f() {
        try { return g(); } catch (e) { return { data: null, error: /** @type {Error} */ (e) }; }
      }`,
      errors: failure,
    },
    {
      name: "a failure that says nothing",
      code: wrapped(`if (!path) return { ok: false };`),
      errors: failure,
    },
    {
      name: "a throw that a catch clause of the function would end",
      code: wrapped(`try { if (!path) return { ok: false, error: "INVALID_PATH: none" }; } catch (e) { log(e); }`),
      errors: failure,
    },
    {
      name: "one arm of a conditional",
      code: wrapped(`if (a) return path ? 1 : { ok: false, error: "INVALID_PATH: none" };`),
      errors: failure,
    },
    {
      name: "a variable",
      code: wrapped(outdent`
        const r = { ok: false, error: "INVALID_PATH: none" };
        if (a) return r;
      `),
      errors: failure,
    },
    {
      name: "an error result with more than a text",
      code: wrapped(
        `if (a) return { isError: true, _meta: {}, content: [{ type: "text", text: "INVALID_PATH: none" }] };`,
      ),
      errors: [{ messageId: "missingEnvelope", suggestions: [] }],
    },
    {
      name: "a file that touches the DOM",
      code: `export function f() { document.title = "x"; return { ok: false, error: "HASH_MISMATCH" }; }`,
      errors: failure,
    },
  ],
});

untypedRuleTester.run("no-error-result: TypeScript", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "an assertion goes with its object",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        export const f = wrapHandler(async (a) => {
          if (a) return { ok: false, error: "HASH_MISMATCH" } as const;
          return { ok: true } as const;
        }, "hash");
      `,
      errors: throwing(outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        export const f = wrapHandler(async (a) => {
          if (a) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "hash" });
          return { ok: true } as const;
        }, "hash");
      `),
    },
    {
      name: "a declared type that another answer still has",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        export const f = wrapHandler(async (a): Promise<R> => {
          if (a) return { ok: false, error: "HASH_MISMATCH" };
          return { ok: true };
        }, "hash");
      `,
      errors: throwing(outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        export const f = wrapHandler(async (a): Promise<R> => {
          if (a) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", tool_name: "hash" });
          return { ok: true };
        }, "hash");
      `),
    },
    {
      name: "a declared type that no answer would have",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        export const f = wrapHandler(async (): Promise<R> => {
          log();
          return { ok: false, error: "HASH_MISMATCH" };
        }, "hash");
      `,
      errors: failure,
    },
  ],
});
