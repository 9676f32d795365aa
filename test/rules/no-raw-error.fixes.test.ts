import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester, typedRuleTester, untypedRuleTester } from "../kit/rule-tester.js";

const imported = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const thrown = [{ messageId: "rawThrow" as const }];

javascriptRuleTester.run("no-raw-error: a code that is written", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a prefix before a detail is kept in sentence case, the caught error becomes the cause",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) {
          throw new Error(\`INVALID_PATH: \${err.message}\`);
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, {
            human_message: \`Invalid path: \${err.message}\`,
            cause: err,
          });
        }
      `,
      errors: thrown,
    },
    {
      name: "a prefix before a sentence is dropped",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("PATCH_APPLY_FAILED: Could not apply patch.");
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_APPLY_FAILED, {
          human_message: "Could not apply patch.",
        });
      `,
      errors: thrown,
    },
    {
      name: "a prefix before a template's own sentence is dropped",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("INVALID_PATH: Path traversal (..) not permitted: " + p);
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, {
          human_message: "Path traversal (..) not permitted: " + p,
        });
      `,
      errors: thrown,
    },
    {
      name: "a prefix before one word is kept, since one word is a detail",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("FILE_NOT_FOUND: README");
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, {
          human_message: "File not found: README",
        });
      `,
      errors: thrown,
    },
    {
      name: "a bare code becomes a message in sentence case",
      code: `${imported}throw new Error("HASH_MISMATCH");`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });`,
      errors: thrown,
    },
    {
      name: "a code in brackets",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error(\`[PLAN_NOT_FOUND] \${id}\`);
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PLAN_NOT_FOUND, {
          human_message: \`Plan not found: \${id}\`,
        });
      `,
      errors: thrown,
    },
    {
      name: "a concatenation over several lines",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error(
          "PLAN_SCOPE_VIOLATION: " +
            "The file is not in the plan: " +
            file,
        );
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PLAN_SCOPE_VIOLATION, {
          human_message: "The file is not in the plan: " +
            file,
        });
      `,
      errors: thrown,
    },
    {
      name: "a code member",
      code: `${imported}throw Object.assign(new Error("it is gone"), { code: "FILE_NOT_FOUND" });`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "it is gone" });`,
      errors: thrown,
    },
    {
      name: "a code that is assigned to a variable before it is thrown",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f() {
          const err = new Error("it is gone");
          err.code = "FILE_NOT_FOUND";
          log(err);
          throw err;
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f() {
          const err = SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, {
            human_message: "it is gone",
          });
          log(err);
          throw err;
        }
      `,
      errors: thrown,
    },
    {
      name: "an object with code and message",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw { code: "HASH_MISMATCH", message: \`Changed: \${file}\` };
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: \`Changed: \${file}\`,
        });
      `,
      errors: thrown,
    },
    {
      name: "a thrown string",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw "SESSION_LOCKED";
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          human_message: "Session locked",
        });
      `,
      errors: thrown,
    },
    {
      name: "the error's own cause",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { throw new Error("FILE_READ_FAILED: It broke badly.", { cause: other }); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {
          human_message: "It broke badly.",
          cause: other,
        }); }
      `,
      errors: thrown,
    },
    {
      name: "a binding for the cause where the catch has none",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch {
          throw new Error("AUDIT_LOG_FAILED: Could not write.");
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (error) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.AUDIT_LOG_FAILED, {
            human_message: "Could not write.",
            cause: error,
          });
        }
      `,
      errors: thrown,
    },
    {
      name: "a binding whose first name is in use",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch {
          throw new Error(\`AUDIT_LOG_FAILED: \${error}\`);
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.AUDIT_LOG_FAILED, {
            human_message: \`Audit log failed: \${error}\`,
            cause: err,
          });
        }
      `,
      errors: thrown,
    },
    {
      name: "a destructured catch binding is no cause",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch ({ message }) { throw new Error(\`FILE_READ_FAILED: \${message}\`); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch ({ message }) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {
          human_message: \`File read failed: \${message}\`,
        }); }
      `,
      errors: thrown,
    },
    {
      name: "a shadowed catch binding is no cause",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { for (const err of all) throw new Error("FILE_READ_FAILED"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { for (const err of all) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {
          human_message: "File read failed",
        }); }
      `,
      errors: thrown,
    },
    {
      name: "a function inside the catch may run later",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { later(() => { throw new Error("HASH_MISMATCH"); }); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { later(() => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
        }); }); }
      `,
      errors: thrown,
    },
    {
      name: "the error that a message quotes",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f(cb) { read((err) => cb(new Error(\`FILE_READ_FAILED: \${err.message}\`))); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f(cb) { read((err) => cb(SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {
          human_message: \`File read failed: \${err.message}\`,
          cause: err,
        }))); }
      `,
      errors: [{ messageId: "rawCallback" }],
    },
    {
      name: "no argument list",
      options: [
        { allow: [], allowRethrow: true, allowUnknown: false, deliveries: ["throw"], fallbackCode: "INTERNAL_ERROR" },
      ],
      code: `${imported}throw new Error;`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR);`,
      errors: thrown,
    },
    {
      name: "a string without a space after throw",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f() { throw"PATCH_INVALID"; }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {
          human_message: "Patch invalid",
        }); }
      `,
      errors: thrown,
    },
    {
      name: "a sequence as the cause",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("PATCH_INVALID: It is bad.", { cause: (log("a"), e) });
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {
          human_message: "It is bad.",
          cause: (log("a"), e),
        });
      `,
      errors: thrown,
    },
    {
      name: "a class that the file has from a module of its project",
      code: outdent`
        import { SystemError } from "./core/system-error.js";
        throw new Error("PATCH_INVALID");
      `,
      output: outdent`
        import { SystemError } from "./core/system-error.js";
        throw SystemError.toolFailure("PATCH_INVALID", { human_message: "Patch invalid" });
      `,
      errors: thrown,
    },
    {
      name: "a code that the file reads, since every error class of the runtime has one",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        const STATUS = { FILE_NOT_FOUND: 404 };
        const status = (e) => STATUS[e.code] ?? 500;
        throw Object.assign(new Error("gone"), { code: "FILE_NOT_FOUND" });
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        const STATUS = { FILE_NOT_FOUND: 404 };
        const status = (e) => STATUS[e.code] ?? 500;
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "gone" });
      `,
      errors: thrown,
    },
    {
      name: "a fallback code, for what names none",
      options: [
        { allow: [], allowRethrow: true, allowUnknown: false, deliveries: ["throw"], fallbackCode: "INTERNAL_ERROR" },
      ],
      code: `${imported}throw new Error(text);`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: String(text) });`,
      errors: thrown,
    },
    {
      name: "a missing import",
      code: outdent`
        // @ts-check
        import fs from 'fs'

        throw new Error('HASH_MISMATCH')
      `,
      output: outdent`
        // @ts-check
        import fs from 'fs'
        import { SystemError, SYSTEM_ERROR_CODES } from 'error-contract/kaiza'

        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: 'Hash mismatch' })
      `,
      errors: thrown,
    },
    {
      name: "several in one file: one import, then the others",
      code: outdent`
        throw new Error("HASH_MISMATCH");
        throw new Error("PATCH_INVALID");
      `,
      output: [
        outdent`
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
          throw new Error("PATCH_INVALID");
        `,
        outdent`
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
        `,
      ],
      errors: [...thrown, ...thrown],
    },
    {
      name: "CommonJS",
      code: outdent`
        const fs = require("fs");
        module.exports = () => { throw new Error("HASH_MISMATCH"); };
      `,
      output: outdent`
        const fs = require("fs");
        const { SystemError, SYSTEM_ERROR_CODES } = require("error-contract/kaiza");
        module.exports = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
        }); };
      `,
      errors: thrown,
    },
  ],
});

javascriptRuleTester.run("no-raw-error: the tool's name", noRawError, {
  valid: [],
  invalid: [
    {
      name: "from the registration",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("read_file", {}, async () => { throw new Error("HASH_MISMATCH"); });
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        server.registerTool("read_file", {}, async () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: "read_file",
        }); });
      `,
      errors: thrown,
    },
    {
      name: "from the wrapper of a named handler",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw new Error("HASH_MISMATCH"); }
        server.registerTool("read_file", {}, wrapHandler(handler, "read_file"));
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: "read_file",
        }); }
        server.registerTool("read_file", {}, wrapHandler(handler, "read_file"));
      `,
      errors: thrown,
    },
    {
      name: "left out where a handler serves two tools",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw new Error("HASH_MISMATCH"); }
        server.tool("a", handler);
        server.tool("b", handler);
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function handler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
        }); }
        server.tool("a", handler);
        server.tool("b", handler);
      `,
      errors: thrown,
    },
    {
      name: "from a name in scope",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function run(toolName) { throw new Error("HASH_MISMATCH"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function run(toolName) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: toolName,
        }); }
      `,
      errors: thrown,
    },
    {
      name: "from handler and file where they agree",
      filename: "tools/read_file.js",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export function readFileHandler() { throw new Error("HASH_MISMATCH"); }
        function helper() { throw new Error("HASH_MISMATCH"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export function readFileHandler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
          tool_name: "read_file",
        }); }
        function helper() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
          human_message: "Hash mismatch",
        }); }
      `,
      errors: [...thrown, ...thrown],
    },
  ],
});

/** What is only suggested: the code, and the text after it. */
const suggested = (code: string, output: string) => ({ messageId: "useCode" as const, data: { code }, output });

javascriptRuleTester.run("no-raw-error: what is only suggested", noRawError, {
  valid: [],
  invalid: [
    {
      name: "something in the file tests the message",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("HASH_MISMATCH: " + file); if (e.message.startsWith("HASH_MISMATCH")) retry();
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "HASH_MISMATCH",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {
                  human_message: "Hash mismatch: " + file,
                }); if (e.message.startsWith("HASH_MISMATCH")) retry();
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "the code stands in a message that a constant keeps",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        const text = "HASH_MISMATCH: " + file; log(text);
        throw new Error(text);
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "HASH_MISMATCH",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                const text = "HASH_MISMATCH: " + file; log(text);
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: text });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a comment that a factory call would lose",
      code: `${imported}throw new Error(/* why */ "PATCH_INVALID");`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "convertUnknown",
              output: `${imported}throw SystemError.fromUnknown(new Error(/* why */ "PATCH_INVALID"));`,
            },
          ],
        },
      ],
    },
    {
      name: "something takes the message apart",
      code: `${imported}throw new Error("PATCH_INVALID"); const [code] = err.message.split(':');`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }); const [code] = err.message.split(':');`,
            ),
          ],
        },
      ],
    },
    {
      name: "the message is compared with a constant",
      code: `${imported}throw new Error("PATCH_INVALID"); const BAD = 'PATCH_INVALID'; if (err.message === BAD) f();`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }); const BAD = 'PATCH_INVALID'; if (err.message === BAD) f();`,
            ),
          ],
        },
      ],
    },
    {
      name: "a predicate is asked about the message",
      code: `${imported}throw new Error("PATCH_INVALID"); if (isBadPatch(err.message)) f();`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }); if (isBadPatch(err.message)) f();`,
            ),
          ],
        },
      ],
    },
    {
      name: "the message is a key",
      code: `${imported}throw new Error("PATCH_INVALID"); f(STATUS[err.message]);`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }); f(STATUS[err.message]);`,
            ),
          ],
        },
      ],
    },
    {
      name: "the error is compared as text",
      code: `${imported}throw new Error("PATCH_INVALID"); if (String(err) === 'Error: PATCH_INVALID') f();`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }); if (String(err) === 'Error: PATCH_INVALID') f();`,
            ),
          ],
        },
      ],
    },
    {
      name: "an error that wraps what was caught",
      code: `${imported}try { f(); } catch (e) { throw e instanceof Error ? e : new Error(String(e)); }`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "convertUnknown",
              output: `${imported}try { f(); } catch (e) { throw e instanceof Error ? e : SystemError.fromUnknown(e); }`,
            },
          ],
        },
      ],
    },
    {
      name: "a message that may be no string",
      code: `${imported}throw Object.assign(new Error(text), { code: "PATCH_INVALID" });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: String(text) });`,
            ),
          ],
        },
      ],
    },
    {
      name: "something in the file tests the class",
      code: `${imported}throw new TypeError("PATCH_INVALID"); if (e instanceof TypeError) retry();`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }); if (e instanceof TypeError) retry();`,
            ),
          ],
        },
      ],
    },
    {
      name: "a try that ends its own throw",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { throw new Error("PATCH_INVALID"); } catch (e) { show(e.message); }
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                try { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {
                  human_message: "Patch invalid",
                }); } catch (e) { show(e.message); }
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a near miss of a code",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("PREFLIGHT_FAILURE");
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PREFLIGHT_FAILED",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PREFLIGHT_FAILED, {
                  human_message: "Preflight failed",
                });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a returned error",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        const f = () => new Error("PATCH_INVALID");
      `,
      output: null,
      errors: [
        {
          messageId: "rawReturn",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                const f = () => SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {
                  human_message: "Patch invalid",
                });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "an error that is only made is thrown",
      code: `${imported}new Error("PATCH_INVALID");`,
      output: null,
      errors: [
        {
          messageId: "rawUnused",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });`,
            ),
          ],
        },
      ],
    },
    {
      name: "an error that is only made at the top of the file is thrown below the import",
      code: `new Error("PATCH_INVALID");`,
      output: null,
      errors: [
        {
          messageId: "rawUnused",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "an error that is only made in a timer, where nothing catches a throw",
      code: `${imported}setTimeout(() => { new Error("PATCH_INVALID"); }, 10);`,
      output: null,
      errors: [{ messageId: "rawUnused", suggestions: null }],
    },
    {
      name: "an error that holds more than a factory takes",
      code: `${imported}throw new AggregateError(errors, "PATCH_INVALID");`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "convertUnknown",
              output: `${imported}throw SystemError.fromUnknown(new AggregateError(errors, "PATCH_INVALID"));`,
            },
          ],
        },
      ],
    },
    {
      name: "a member that no factory takes",
      code: `${imported}throw Object.assign(new Error("x"), { code: "PATCH_INVALID", path });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "convertUnknown",
              output: `${imported}throw SystemError.fromUnknown(Object.assign(new Error("x"), { code: "PATCH_INVALID", path }));`,
            },
          ],
        },
      ],
    },
    {
      name: "a word in front that is no code stays where it is",
      code: `${imported}throw new Error("WHY: " + why);`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "INTERNAL_ERROR",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "WHY: " + why });`,
            ),
          ],
        },
      ],
    },
  ],
});

javascriptRuleTester.run("no-raw-error: what is only reported", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a class of this file",
      code: `class Mine extends Error {} throw new Mine("PATCH_INVALID");`,
      output: null,
      errors: thrown,
    },
    {
      name: "a file that touches the DOM",
      code: `document.title = "x"; throw new Error("PATCH_INVALID");`,
      output: null,
      errors: thrown,
    },
    {
      name: "the module that defines the legacy class",
      code: `export class KaizaError extends Error {} throw new Error("PATCH_INVALID");`,
      output: null,
      errors: thrown,
    },
    {
      name: "a variable whose members are set",
      code: `const e = new Error("PATCH_INVALID"); e.path = path; throw e;`,
      output: null,
      errors: thrown,
    },
  ],
});

untypedRuleTester.run("no-raw-error: TypeScript", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a type-only import becomes an import of values",
      code: outdent`
        import type { SystemError } from "error-contract/kaiza";
        throw new Error("PATCH_INVALID");
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
      `,
      errors: thrown,
    },
    {
      name: "a type assertion around the error stays",
      code: `${imported}throw new Error("PATCH_INVALID") as Error;`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }) as Error;`,
      errors: thrown,
    },
    {
      name: "a variable that is declared as the class",
      code: `${imported}const e: TypeError = new TypeError("PATCH_INVALID"); throw e;`,
      output: null,
      errors: thrown,
    },
    {
      name: "a callback's parameter may be declared as the class",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f(cb: (e: TypeError) => void) { cb(new TypeError("PATCH_INVALID")); }
      `,
      output: null,
      errors: [
        {
          messageId: "rawCallback",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                function f(cb: (e: TypeError) => void) { cb(SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {
                  human_message: "Patch invalid",
                })); }
              `,
            ),
          ],
        },
      ],
    },
  ],
});

const converted = (output: string) => ({ messageId: "convertUnknown" as const, output });
const bulk = [
  {
    allow: [],
    allowRethrow: true,
    allowUnknown: false,
    deliveries: ["throw" as const],
    fallbackCode: "INTERNAL_ERROR",
  },
] as const;

javascriptRuleTester.run("no-raw-error: a cause knows more than the code for everything else", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a cause that is given",
      code: `${imported}throw new Error("It broke", { cause: reason });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [converted(`${imported}throw SystemError.fromUnknown(reason, { human_message: "It broke" });`)],
        },
      ],
    },
    {
      name: "a caught failure",
      code: `${imported}try { f(); } catch (err) { throw new Error(\`Broke \${name}\`); }`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(
              `${imported}try { f(); } catch (err) { throw SystemError.fromUnknown(err, { human_message: \`Broke \${name}\` }); }`,
            ),
          ],
        },
      ],
    },
    {
      name: "a caught failure without a name",
      code: `${imported}try { f(); } catch { throw new Error("It broke"); }`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(
              `${imported}try { f(); } catch (error) { throw SystemError.fromUnknown(error, { human_message: "It broke" }); }`,
            ),
          ],
        },
      ],
    },
    {
      name: "a rejection",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export const r = p.catch((err) => { throw new Error("It broke"); });
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(outdent`
              import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
              export const r = p.catch((err) => { throw SystemError.fromUnknown(err, {
                human_message: "It broke",
              }); });
            `),
          ],
        },
      ],
    },
    {
      name: "the error of a callback",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f(cb) { read((err) => { if (err) return cb(new Error("It broke")); cb(null, 1); }); }
      `,
      output: null,
      errors: [
        {
          messageId: "rawCallback",
          suggestions: [
            converted(outdent`
              import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
              function f(cb) { read((err) => { if (err) return cb(SystemError.fromUnknown(err, {
                human_message: "It broke",
              })); cb(null, 1); }); }
            `),
          ],
        },
      ],
    },
    {
      name: "the error of a listener",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        const p = new Promise((done, fail) => { s.on("error", (err) => fail(new Error("It broke"))); });
      `,
      output: null,
      errors: [
        {
          messageId: "rawReject",
          suggestions: [
            converted(outdent`
              import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
              const p = new Promise((done, fail) => { s.on("error", (err) => fail(SystemError.fromUnknown(err, {
                human_message: "It broke",
              }))); });
            `),
          ],
        },
      ],
    },
    {
      name: "a code that is none of the contract's",
      code: `${imported}try { f(); } catch (err) { throw Object.assign(new Error("It broke"), { code: "EFOO" }); }`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(
              `${imported}try { f(); } catch (err) { throw SystemError.fromUnknown(err, { human_message: "It broke" }); }`,
            ),
          ],
        },
      ],
    },
    {
      name: "a fallback code gives way to the cause",
      options: [...bulk],
      code: `${imported}try { f(); } catch (err) { throw new Error("It broke"); }`,
      output: `${imported}try { f(); } catch (err) { throw SystemError.fromUnknown(err, { human_message: "It broke" }); }`,
      errors: thrown,
    },
    {
      name: "a fallback code gives way to the error that is only repeated",
      options: [...bulk],
      code: `${imported}try { f(); } catch (err) { throw new Error(err.message); }`,
      output: `${imported}try { f(); } catch (err) { throw SystemError.fromUnknown(err); }`,
      errors: thrown,
    },
    {
      name: "a code for everything else that the author has written stays",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { throw new Error("INTERNAL_ERROR: It broke"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { f(); } catch (err) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, {
          human_message: "It broke",
          cause: err,
        }); }
      `,
      errors: thrown,
    },
    {
      name: "a callback's error that is none where the failure is made",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        read((err, data) => { if (err) throw err; use(data); throw new Error("It broke"); });
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "INTERNAL_ERROR",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                read((err, data) => { if (err) throw err; use(data); throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, {
                  human_message: "It broke",
                }); });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a cause that would be made before the message is a decision",
      options: [...bulk],
      code: `${imported}throw new Error(text(), { cause: reason() });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(`${imported}throw SystemError.fromUnknown(reason(), { human_message: String(text()) });`),
          ],
        },
      ],
    },
    {
      name: "a comment that would be lost",
      code: `${imported}try { f(); } catch (err) { throw new Error(/* why */ "It broke"); }`,
      output: null,
      errors: [{ messageId: "rawThrow", suggestions: null }],
    },
    {
      name: "a conversion of the project that takes no message",
      code: `${imported}try { f(); } catch (err) { throw new Error("It broke"); }`,
      output: null,
      settings: {
        errorContract: {
          ...kaizaSettings,
          runtime: { module: "error-contract/kaiza", factories: { "SystemError.fromUnknown": ["tool_name"] } },
        },
      },
      errors: [{ messageId: "rawThrow", suggestions: null }],
    },
  ],
});

typedRuleTester.run("no-raw-error: with types", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a message that is a string needs no conversion",
      options: [
        { allow: [], allowRethrow: true, allowUnknown: false, deliveries: ["throw"], fallbackCode: "INTERNAL_ERROR" },
      ],
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        declare const text: string; throw new Error(text);
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        declare const text: string; throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, {
          human_message: text,
        });
      `,
      errors: thrown,
    },
    {
      name: "a value that may be anything is converted",
      code: `${imported}function f(reason: unknown) { throw reason; }`,
      output: null,
      errors: [
        {
          messageId: "unknownValue",
          suggestions: [
            {
              messageId: "convertUnknown",
              output: `${imported}function f(reason: unknown) { throw SystemError.fromUnknown(reason); }`,
            },
          ],
        },
      ],
    },
  ],
});

const own = { errorContract: { contract: "kaiza", runtime: { module: "./core/system-error.js" }, types: "auto" } };

javascriptRuleTester.run("no-raw-error: a project's own class", noRawError, {
  valid: [],
  invalid: [
    {
      name: "is imported from its own file",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      code: `throw new Error("PATCH_INVALID");`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";

        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
      `,
      errors: thrown,
    },
    {
      name: "a code that the project's class does not have is not written",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        throw new Error("HASH_MISMATCH");
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "INTERNAL_ERROR",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "Hash mismatch" });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a code that only the project's class has is written as a string",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      code: outdent`
        import { SystemError } from "../core/system-error.js";
        throw new Error("QUOTA_EXCEEDED: Too many calls.");
      `,
      output: outdent`
        import { SystemError } from "../core/system-error.js";
        throw SystemError.toolFailure("QUOTA_EXCEEDED", { human_message: "Too many calls." });
      `,
      errors: thrown,
    },
  ],
});
