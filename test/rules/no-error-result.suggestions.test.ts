import { outdent } from "outdent";
import { presets } from "../../rules/dist/configs.js";
import noErrorResult from "../../rules/dist/no-error-result.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { wrapped } from "./wrapped-handler.js";

const imported = `import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";\n`;

javascriptRuleTester.run(
  "no-error-result: what else a handler answers, and what other functions return",
  noErrorResult,
  {
    valid: [],
    invalid: [
      {
        name: "a function that anybody may call",
        code: `${imported}export function f() { return { ok: false, error: "HASH_MISMATCH" }; }`,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
      {
        name: "a wrapped function that is called elsewhere",
        code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        function f() { return { ok: false, error: "HASH_MISMATCH" }; }
        wrapHandler(f, "hash");
        export const g = () => f().ok;
      `,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
      {
        name: "a wrapped function that calls itself",
        code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        wrapHandler(function f(a) {
          if (!a) return { ok: false, error: "HASH_MISMATCH" };
          return f(a - 1).ok;
        }, "hash");
      `,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
      {
        name: "a failure without a code, of what was caught",
        code: wrapped(`try { await load(); } catch (err) { return { ok: false, error: String(err) }; }`),
        output: null,
        errors: [
          {
            messageId: "failureObject",
            suggestions: [
              {
                messageId: "throwConverted",
                output: wrapped(outdent`
                try { await load(); } catch (err) { throw SystemError.fromUnknown(err, { tool_name: "read_file" }); }
              `),
              },
            ],
          },
        ],
      },
      {
        name: "a listener, whose throw nothing catches",
        code: `${imported}emitter.on("data", () => { return { ok: false, error: "HASH_MISMATCH" }; });`,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
      {
        name: "an executor of a promise that floats",
        code: `${imported}new
      Promise((done, fail) => { setImmediate(() => done({ ok: false, error: "HASH_MISMATCH" })); });`,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
      {
        name: "a finally block, where a throw takes the place of a failure",
        code: `${imported}function f() { try { g(); } finally { return { ok: false, error: "HASH_MISMATCH" }; } }`,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
      {
        name: "a handler whose comment says to ignore the failure",
        code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        function f() { try { g(); } catch (err) {
          // Not fatal: callers go on.
          return { ok: false, error: "HASH_MISMATCH" };
        } }
      `,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
      {
        name: "what was caught as it is",
        code: `${imported}server.registerTool("f", {}, async () => { try { g(); } catch (err) { return { ok: false, error: err }; } });`,
        output: null,
        errors: [
          {
            messageId: "failureObject",
            suggestions: [
              {
                messageId: "throwConverted",
                output: `${imported}server.registerTool("f", {}, async () => { try { g(); } catch (err) { throw SystemError.fromUnknown(err, { tool_name: "f" }); } });`,
              },
            ],
          },
        ],
      },
      {
        name: "a text that names no code, of what was caught",
        code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        server.registerTool("f", {}, async () => {
          try {
            g();
          } catch (err) {
            return { ok: false, error: "It broke" };
          }
        });
      `,
        output: null,
        errors: [
          {
            messageId: "failureObject",
            suggestions: [
              {
                messageId: "throwConverted",
                output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
                server.registerTool("f", {}, async () => {
                  try {
                    g();
                  } catch (err) {
                    throw SystemError.fromUnknown(err, { human_message: "It broke", tool_name: "f" });
                  }
                });
              `,
              },
            ],
          },
        ],
      },
      {
        name: "a tool's text in shorthand",
        code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
        server.registerTool("f", {}, async () => {
          try {
            g();
          } catch (err) {
            const text = "It differs.";
            return { isError: true, content: [{ type: "text", text }] };
          }
        });
      `,
        output: null,
        errors: [
          {
            messageId: "missingEnvelope",
            suggestions: [
              {
                messageId: "throwConverted",
                output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";
                server.registerTool("f", {}, async () => {
                  try {
                    g();
                  } catch (err) {
                    const text = "It differs.";
                    throw SystemError.fromUnknown(err, { human_message: text, tool_name: "f" });
                  }
                });
              `,
              },
            ],
          },
        ],
      },
      {
        name: "none where the `catch` around it answers words of its own",
        code: outdent`
        server.registerTool("f", {}, async () => {
          try {
            if (!g()) return { isError: true, content: [{ type: "text", text: "HASH_MISMATCH: It differs." }] };
          } catch { return { content: [] }; }
        });
      `,
        output: null,
        errors: [{ messageId: "missingEnvelope", suggestions: [] }],
      },
      {
        name: "a promise that resolves to it",
        code: `${imported}export const p = new Promise((done) => done({ ok: false, error: "HASH_MISMATCH" }));`,
        output: null,
        errors: [{ messageId: "failureObject", suggestions: null }],
      },
    ],
  },
);

const unmarked = (name: string, code: string, output: string | null) => ({
  name,
  code,
  output: null,
  options: [{ discriminants: ["ok", "success"], eachResult: false }] as const,
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
