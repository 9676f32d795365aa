import noErrorResult from "../../rules/dist/no-error-result.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";

const imported = `import { SystemError, SYSTEM_ERROR_CODES, wrapHandler } from "error-contract/kaiza";\n`;
const thrown = (code: string, fields: string) =>
  `SystemError.toolFailure(SYSTEM_ERROR_CODES.${code}, {\n${fields})`.replace("\n)", ")");

/** A handler that nobody but the boundary calls. */
const wrapped = (body: string) =>
  `${imported}export const readFile = wrapHandler(async ({ path }) => {\n${body}\n  return { ok: true };\n}, "read_file");`;

const object = [{ messageId: "failureObject" as const }];
const failure = [{ messageId: "failureObject" as const, suggestions: [] }];

javascriptRuleTester.run("no-error-result: a failure that only the boundary meets is thrown", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "the code in front of the text",
      code: wrapped(`  if (!path) return { ok: false, error: "INVALID_PATH: no path was given" };`),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "Invalid path: no path was given",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: object,
    },
    {
      name: "the code in a field of its own",
      code: wrapped(`  if (!path) return { success: false, code: "INVALID_PATH", message: "no path", data: null };`),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "no path",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: object,
    },
    {
      name: "the code as the error, the text beside it",
      code: wrapped(`  if (!path) return { ok: false, error: "INVALID_PATH", message: "no path" };`),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "no path",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: object,
    },
    {
      name: "the text first, then the code as the error",
      code: wrapped(`  if (!path) return { ok: false, message: "no path", error: "INVALID_PATH" };`),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "no path",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: object,
    },
    {
      name: "an error object within",
      code: wrapped(`  if (!path) return { ok: false, error: { code: "INVALID_PATH", message: "no path" } };`),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "no path",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: object,
    },
    {
      name: "what was caught becomes the cause",
      code: wrapped(
        `  try { await load(path); } catch (err) {\n    return { ok: false, error: \`FILE_READ_FAILED: \${err.message}\` };\n  }`,
      ),
      output: wrapped(
        `  try { await load(path); } catch (err) {\n    throw ${thrown("FILE_READ_FAILED", `      human_message: \`File read failed: \${err.message}\`,\n      tool_name: "read_file",\n      cause: err,\n    }`)};\n  }`,
      ),
      errors: object,
    },
    {
      name: "a cause that is given",
      code: wrapped(
        `  try { await load(path); } catch (err) {\n    return { ok: false, code: "FILE_READ_FAILED", message: "no luck", error: err };\n  }`,
      ),
      output: wrapped(
        `  try { await load(path); } catch (err) {\n    throw ${thrown("FILE_READ_FAILED", `      human_message: "no luck",\n      tool_name: "read_file",\n      cause: err,\n    }`)};\n  }`,
      ),
      errors: object,
    },
    {
      name: "JSON of a failure",
      code: wrapped(`  if (!path) return JSON.stringify({ ok: false, error: "INVALID_PATH: none" }, null, 2);`),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "Invalid path: none",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: object,
    },
    {
      name: "what a function makes an answer of",
      code: wrapped(`  if (!path) return jsonResult({ ok: false, error: "INVALID_PATH: none" });`),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "Invalid path: none",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: object,
    },
    {
      name: "an error result with a code in its text",
      code: wrapped(
        `  if (!path) return { isError: true, content: [{ type: "text", text: "INVALID_PATH: none was given" }] };`,
      ),
      output: wrapped(
        `  if (!path) throw ${thrown("INVALID_PATH", `    human_message: "Invalid path: none was given",\n    tool_name: "read_file",\n  }`)};`,
      ),
      errors: [{ messageId: "missingEnvelope" }],
    },
    {
      name: "an arrow function's body, in parentheses",
      code: `${imported}export const f = wrapHandler(() => ({ ok: false, error: "INVALID_PATH: none" }), "read_file");`,
      output: `${imported}export const f = wrapHandler(() => { throw ${thrown("INVALID_PATH", `  human_message: "Invalid path: none",\n  tool_name: "read_file",\n}`)}; }, "read_file");`,
      errors: object,
    },
    {
      name: "an arrow function's body, in parentheses of its own lines",
      code: `${imported}export const f = wrapHandler(() => (\n  { ok: false, error: "INVALID_PATH: none" }\n), "read_file");`,
      output: `${imported}export const f = wrapHandler(() => { throw (\n  ${thrown("INVALID_PATH", `    human_message: "Invalid path: none",\n    tool_name: "read_file",\n  }`)}\n); }, "read_file");`,
      errors: object,
    },
    {
      name: "a function that is wrapped by name",
      code: `${imported}function f() {\n  if (a) return { ok: false, error: "HASH_MISMATCH" };\n  return 1;\n}\nserver.registerTool("hash", {}, wrapHandler(f));`,
      output: `${imported}function f() {\n  if (a) throw ${thrown("HASH_MISMATCH", `    human_message: "Hash mismatch",\n    tool_name: "hash",\n  }`)};\n  return 1;\n}\nserver.registerTool("hash", {}, wrapHandler(f));`,
      errors: object,
    },
    {
      name: "a throw that a rethrowing catch clause receives",
      code: wrapped(
        `  try { if (!path) return { ok: false, error: "HASH_MISMATCH" }; } catch (e) { log(e); throw e; }`,
      ),
      output: wrapped(
        `  try { if (!path) throw ${thrown("HASH_MISMATCH", `    human_message: "Hash mismatch",\n    tool_name: "read_file",\n  }`)}; } catch (e) { log(e); throw e; }`,
      ),
      errors: object,
    },
  ],
});

javascriptRuleTester.run("no-error-result: what a change could break is only suggested", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "a function that anybody may call",
      code: `${imported}export function f() { return { ok: false, error: "HASH_MISMATCH" }; }`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: `${imported}export function f() { throw ${thrown("HASH_MISMATCH", `  human_message: "Hash mismatch",\n}`)}; }`,
            },
          ],
        },
      ],
    },
    {
      name: "a wrapped function that is called elsewhere",
      code: `${imported}function f() { return { ok: false, error: "HASH_MISMATCH" }; }\nwrapHandler(f, "hash");\nexport const g = () => f().ok;`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: `${imported}function f() { throw ${thrown("HASH_MISMATCH", `  human_message: "Hash mismatch",\n  tool_name: "hash",\n}`)}; }\nwrapHandler(f, "hash");\nexport const g = () => f().ok;`,
            },
          ],
        },
      ],
    },
    {
      name: "a wrapped function that calls itself",
      code: `${imported}wrapHandler(function f(a) { if (!a) return { ok: false, error: "HASH_MISMATCH" }; return f(a - 1).ok; }, "hash");`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: `${imported}wrapHandler(function f(a) { if (!a) throw ${thrown("HASH_MISMATCH", `  human_message: "Hash mismatch",\n  tool_name: "hash",\n}`)}; return f(a - 1).ok; }, "hash");`,
            },
          ],
        },
      ],
    },
    {
      name: "a callback within a wrapped handler",
      code: wrapped(`  const all = files.map((file) => ({ ok: false, error: "HASH_MISMATCH" }));`),
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: wrapped(
                `  const all = files.map((file) => { throw ${thrown("HASH_MISMATCH", `    human_message: "Hash mismatch",\n    tool_name: "read_file",\n  }`)}; });`,
              ),
            },
          ],
        },
      ],
    },
    {
      name: "a failure without a code, of what was caught",
      code: wrapped(`  try { await load(); } catch (err) { return { ok: false, error: String(err) }; }`),
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwConverted",
              output: wrapped(
                `  try { await load(); } catch (err) { throw SystemError.fromUnknown(err, {\n    tool_name: "read_file",\n  }); }`,
              ),
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
      name: "a floating promise, whose rejection nothing catches",
      code: `${imported}p.catch((err) => ({ ok: false, error: err }));`,
      output: null,
      errors: [{ messageId: "failureObject", suggestions: null }],
    },
    {
      name: "an executor of a promise that floats",
      code: `${imported}new Promise((done, fail) => { setImmediate(() => done({ ok: false, error: "HASH_MISMATCH" })); });`,
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
      code: `${imported}function f() { try { g(); } catch (err) {\n  // Not fatal: callers go on.\n  return { ok: false, error: "HASH_MISMATCH" };\n} }`,
      output: null,
      errors: [{ messageId: "failureObject", suggestions: null }],
    },
    {
      name: "what was caught as it is",
      code: `${imported}export const r = p.catch((err) => ({ ok: false, error: err }));`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwConverted",
              output: `${imported}export const r = p.catch((err) => { throw SystemError.fromUnknown(err); });`,
            },
          ],
        },
      ],
    },
    {
      name: "a text that names no code, of what was caught",
      code: `${imported}function f() { try { g(); } catch (err) { return { ok: false, error: "It broke" }; } }`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwConverted",
              output: `${imported}function f() { try { g(); } catch (err) { throw SystemError.fromUnknown(err, {\n  human_message: "It broke",\n}); } }`,
            },
          ],
        },
      ],
    },
    {
      name: "a tool's text in shorthand",
      code: `${imported}function f() { const text = "HASH_MISMATCH: It differs."; return { isError: true, content: [{ type: "text", text }] }; }`,
      output: null,
      errors: [
        {
          messageId: "missingEnvelope",
          suggestions: [
            {
              messageId: "throwCode",
              output: `${imported}function f() { const text = "HASH_MISMATCH: It differs."; throw ${thrown("HASH_MISMATCH", `  human_message: text,\n}`)}; }`,
            },
          ],
        },
      ],
    },
    {
      name: "an executor rejects instead",
      code: `${imported}export const p = new Promise((done, fail) => done({ ok: false, error: "HASH_MISMATCH" }));`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: `${imported}export const p = new Promise((done, fail) => fail(${thrown("HASH_MISMATCH", `  human_message: "Hash mismatch",\n}`)}));`,
            },
          ],
        },
      ],
    },
    {
      name: "a promise is rejected instead",
      code: `${imported}export const f = () => Promise.resolve({ ok: false, error: "HASH_MISMATCH" });`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: `${imported}export const f = () => Promise.reject(${thrown("HASH_MISMATCH", `  human_message: "Hash mismatch",\n}`)});`,
            },
          ],
        },
      ],
    },
  ],
});

javascriptRuleTester.run("no-error-result: what would lose something is only reported", noErrorResult, {
  valid: [],
  invalid: [
    {
      name: "a field that the error has no place for",
      code: wrapped(`  if (!path) return { ok: false, error: "INVALID_PATH: none", path };`),
      errors: failure,
    },
    {
      name: "two texts",
      code: wrapped(`  if (!path) return { ok: false, error: "INVALID_PATH: none", message: "no path" };`),
      errors: failure,
    },
    {
      name: "a spread",
      code: wrapped(`  if (!path) return { ...base, ok: false, error: "INVALID_PATH: none" };`),
      errors: failure,
    },
    {
      name: "a code that is not static",
      code: wrapped(`  if (!path) return { ok: false, code: pick(), message: "none" };`),
      errors: failure,
    },
    {
      name: "a comment",
      code: wrapped(`  if (!path) return { ok: false, /* for now */ error: "INVALID_PATH: none" };`),
      errors: failure,
    },
    {
      name: "a comment beside what was caught",
      code: `export function f() { try { return g(); } catch (e) { return { data: null, error: /** @type {Error} */ (e) }; } }`,
      errors: failure,
    },
    {
      name: "a failure that says nothing",
      code: wrapped(`  if (!path) return { ok: false };`),
      errors: failure,
    },
    {
      name: "a throw that a catch clause of the function would end",
      code: wrapped(`  try { if (!path) return { ok: false, error: "INVALID_PATH: none" }; } catch (e) { log(e); }`),
      errors: failure,
    },
    {
      name: "one arm of a conditional",
      code: wrapped(`  if (a) return path ? 1 : { ok: false, error: "INVALID_PATH: none" };`),
      errors: failure,
    },
    {
      name: "a variable",
      code: wrapped(`  const r = { ok: false, error: "INVALID_PATH: none" };\n  if (a) return r;`),
      errors: failure,
    },
    {
      name: "a generator's value",
      code: `${imported}export const f = wrapHandler(function* () { yield { ok: false, error: "HASH_MISMATCH" }; }, "a");`,
      errors: failure,
    },
    {
      name: "an error result with more than a text",
      code: wrapped(
        `  if (a) return { isError: true, _meta: {}, content: [{ type: "text", text: "INVALID_PATH: none" }] };`,
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
      code: `${imported}export const f = wrapHandler(async (a) => {\n  if (a) return { ok: false, error: "HASH_MISMATCH" } as const;\n  return { ok: true } as const;\n}, "hash");`,
      output: `${imported}export const f = wrapHandler(async (a) => {\n  if (a) throw ${thrown("HASH_MISMATCH", `    human_message: "Hash mismatch",\n    tool_name: "hash",\n  }`)};\n  return { ok: true } as const;\n}, "hash");`,
      errors: object,
    },
    {
      name: "a declared type that another answer still has",
      code: `${imported}export const f = wrapHandler(async (a): Promise<R> => {\n  if (a) return { ok: false, error: "HASH_MISMATCH" };\n  return { ok: true };\n}, "hash");`,
      output: `${imported}export const f = wrapHandler(async (a): Promise<R> => {\n  if (a) throw ${thrown("HASH_MISMATCH", `    human_message: "Hash mismatch",\n    tool_name: "hash",\n  }`)};\n  return { ok: true };\n}, "hash");`,
      errors: object,
    },
    {
      name: "a declared type that no answer would have",
      code: `${imported}export const f = wrapHandler(async (): Promise<R> => {\n  log();\n  return { ok: false, error: "HASH_MISMATCH" };\n}, "hash");`,
      output: null,
      errors: [
        {
          messageId: "failureObject",
          suggestions: [
            {
              messageId: "throwCode",
              output: `${imported}export const f = wrapHandler(async (): Promise<R> => {\n  log();\n  throw ${thrown("HASH_MISMATCH", `    human_message: "Hash mismatch",\n    tool_name: "hash",\n  }`)};\n}, "hash");`,
            },
          ],
        },
      ],
    },
  ],
});
