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
      code: `${imported}try { f(); } catch (err) {\n  throw new Error(\`INVALID_PATH: \${err.message}\`);\n}`,
      output: `${imported}try { f(); } catch (err) {\n  throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, {\n    human_message: \`Invalid path: \${err.message}\`,\n    cause: err,\n  });\n}`,
      errors: thrown,
    },
    {
      name: "a prefix before a sentence is dropped",
      code: `${imported}throw new Error("PATCH_APPLY_FAILED: Could not apply patch.");`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_APPLY_FAILED, {\n  human_message: "Could not apply patch.",\n});`,
      errors: thrown,
    },
    {
      name: "a prefix before a template's own sentence is dropped",
      code: `${imported}throw new Error("INVALID_PATH: Path traversal (..) not permitted: " + p);`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, {\n  human_message: "Path traversal (..) not permitted: " + p,\n});`,
      errors: thrown,
    },
    {
      name: "a prefix before one word is kept, since one word is a detail",
      code: `${imported}throw new Error("FILE_NOT_FOUND: README");`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, {\n  human_message: "File not found: README",\n});`,
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
      code: `${imported}throw new Error(\`[PLAN_NOT_FOUND] \${id}\`);`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PLAN_NOT_FOUND, {\n  human_message: \`Plan not found: \${id}\`,\n});`,
      errors: thrown,
    },
    {
      name: "a concatenation over several lines",
      code: `${imported}throw new Error(\n  "PLAN_SCOPE_VIOLATION: " +\n    "The file is not in the plan: " +\n    file,\n);`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PLAN_SCOPE_VIOLATION, {\n  human_message: "The file is not in the plan: " +\n    file,\n});`,
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
      code: `${imported}function f() {\n  const err = new Error("it is gone");\n  err.code = "FILE_NOT_FOUND";\n  log(err);\n  throw err;\n}`,
      output: `${imported}function f() {\n  const err = SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, {\n    human_message: "it is gone",\n  });\n  log(err);\n  throw err;\n}`,
      errors: thrown,
    },
    {
      name: "an object with code and message",
      code: `${imported}throw { code: "HASH_MISMATCH", message: \`Changed: \${file}\` };`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: \`Changed: \${file}\`,\n});`,
      errors: thrown,
    },
    {
      name: "a thrown string",
      code: `${imported}throw "SESSION_LOCKED";`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {\n  human_message: "Session locked",\n});`,
      errors: thrown,
    },
    {
      name: "the error's own cause",
      code: `${imported}try { f(); } catch (err) { throw new Error("FILE_READ_FAILED: It broke badly.", { cause: other }); }`,
      output: `${imported}try { f(); } catch (err) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {\n  human_message: "It broke badly.",\n  cause: other,\n}); }`,
      errors: thrown,
    },
    {
      name: "a binding for the cause where the catch has none",
      code: `${imported}try { f(); } catch {\n  throw new Error("AUDIT_LOG_FAILED: Could not write.");\n}`,
      output: `${imported}try { f(); } catch (error) {\n  throw SystemError.toolFailure(SYSTEM_ERROR_CODES.AUDIT_LOG_FAILED, {\n    human_message: "Could not write.",\n    cause: error,\n  });\n}`,
      errors: thrown,
    },
    {
      name: "a binding whose first name is in use",
      code: `${imported}try { f(); } catch {\n  throw new Error(\`AUDIT_LOG_FAILED: \${error}\`);\n}`,
      output: `${imported}try { f(); } catch (err) {\n  throw SystemError.toolFailure(SYSTEM_ERROR_CODES.AUDIT_LOG_FAILED, {\n    human_message: \`Audit log failed: \${error}\`,\n    cause: err,\n  });\n}`,
      errors: thrown,
    },
    {
      name: "a destructured catch binding is no cause",
      code: `${imported}try { f(); } catch ({ message }) { throw new Error(\`FILE_READ_FAILED: \${message}\`); }`,
      output: `${imported}try { f(); } catch ({ message }) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {\n  human_message: \`File read failed: \${message}\`,\n}); }`,
      errors: thrown,
    },
    {
      name: "a shadowed catch binding is no cause",
      code: `${imported}try { f(); } catch (err) { for (const err of all) throw new Error("FILE_READ_FAILED"); }`,
      output: `${imported}try { f(); } catch (err) { for (const err of all) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {\n  human_message: "File read failed",\n}); }`,
      errors: thrown,
    },
    {
      name: "a function inside the catch may run later",
      code: `${imported}try { f(); } catch (err) { later(() => { throw new Error("HASH_MISMATCH"); }); }`,
      output: `${imported}try { f(); } catch (err) { later(() => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n}); }); }`,
      errors: thrown,
    },
    {
      name: "the error that a message quotes",
      code: `${imported}function f(cb) { read((err) => cb(new Error(\`FILE_READ_FAILED: \${err.message}\`))); }`,
      output: `${imported}function f(cb) { read((err) => cb(SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {\n  human_message: \`File read failed: \${err.message}\`,\n  cause: err,\n}))); }`,
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
      code: `${imported}function f() { throw"PATCH_INVALID"; }`,
      output: `${imported}function f() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {\n  human_message: "Patch invalid",\n}); }`,
      errors: thrown,
    },
    {
      name: "a sequence as the cause",
      code: `${imported}throw new Error("PATCH_INVALID: It is bad.", { cause: (log("a"), e) });`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {\n  human_message: "It is bad.",\n  cause: (log("a"), e),\n});`,
      errors: thrown,
    },
    {
      name: "a class that the file has from a module of its project",
      code: `import { SystemError } from "./core/system-error.js";\nthrow new Error("PATCH_INVALID");`,
      output: `import { SystemError } from "./core/system-error.js";\nthrow SystemError.toolFailure("PATCH_INVALID", { human_message: "Patch invalid" });`,
      errors: thrown,
    },
    {
      name: "a code that the file reads, since every error class of the runtime has one",
      code: `${imported}const STATUS = { FILE_NOT_FOUND: 404 };\nconst status = (e) => STATUS[e.code] ?? 500;\nthrow Object.assign(new Error("gone"), { code: "FILE_NOT_FOUND" });`,
      output: `${imported}const STATUS = { FILE_NOT_FOUND: 404 };\nconst status = (e) => STATUS[e.code] ?? 500;\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "gone" });`,
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
      code: `// @ts-check\nimport fs from 'fs'\n\nthrow new Error('HASH_MISMATCH')`,
      output: `// @ts-check\nimport fs from 'fs'\nimport { SystemError, SYSTEM_ERROR_CODES } from 'error-contract/kaiza'\n\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: 'Hash mismatch' })`,
      errors: thrown,
    },
    {
      name: "several in one file: one import, then the others",
      code: `throw new Error("HASH_MISMATCH");\nthrow new Error("PATCH_INVALID");`,
      output: [
        `${imported}\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });\nthrow new Error("PATCH_INVALID");`,
        `${imported}\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });`,
      ],
      errors: [...thrown, ...thrown],
    },
    {
      name: "CommonJS",
      code: `const fs = require("fs");\nmodule.exports = () => { throw new Error("HASH_MISMATCH"); };`,
      output: `const fs = require("fs");\nconst { SystemError, SYSTEM_ERROR_CODES } = require("error-contract/kaiza");\nmodule.exports = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n}); };`,
      errors: thrown,
    },
  ],
});

javascriptRuleTester.run("no-raw-error: the tool's name", noRawError, {
  valid: [],
  invalid: [
    {
      name: "from the registration",
      code: `${imported}server.registerTool("read_file", {}, async () => { throw new Error("HASH_MISMATCH"); });`,
      output: `${imported}server.registerTool("read_file", {}, async () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n  tool_name: "read_file",\n}); });`,
      errors: thrown,
    },
    {
      name: "from the wrapper of a named handler",
      code: `${imported}function handler() { throw new Error("HASH_MISMATCH"); }\nserver.registerTool("read_file", {}, wrapHandler(handler, "read_file"));`,
      output: `${imported}function handler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n  tool_name: "read_file",\n}); }\nserver.registerTool("read_file", {}, wrapHandler(handler, "read_file"));`,
      errors: thrown,
    },
    {
      name: "left out where a handler serves two tools",
      code: `${imported}function handler() { throw new Error("HASH_MISMATCH"); }\nserver.tool("a", handler);\nserver.tool("b", handler);`,
      output: `${imported}function handler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n}); }\nserver.tool("a", handler);\nserver.tool("b", handler);`,
      errors: thrown,
    },
    {
      name: "from a name in scope",
      code: `${imported}function run(toolName) { throw new Error("HASH_MISMATCH"); }`,
      output: `${imported}function run(toolName) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n  tool_name: toolName,\n}); }`,
      errors: thrown,
    },
    {
      name: "from handler and file where they agree",
      filename: "tools/read_file.js",
      code: `${imported}export function readFileHandler() { throw new Error("HASH_MISMATCH"); }\nfunction helper() { throw new Error("HASH_MISMATCH"); }`,
      output: `${imported}export function readFileHandler() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n  tool_name: "read_file",\n}); }\nfunction helper() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch",\n}); }`,
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
      code: `${imported}throw new Error("HASH_MISMATCH: " + file); if (e.message.startsWith("HASH_MISMATCH")) retry();`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "HASH_MISMATCH",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, {\n  human_message: "Hash mismatch: " + file,\n}); if (e.message.startsWith("HASH_MISMATCH")) retry();`,
            ),
          ],
        },
      ],
    },
    {
      name: "the code stands in a message that a constant keeps",
      code: `${imported}const text = "HASH_MISMATCH: " + file; log(text);\nthrow new Error(text);`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "HASH_MISMATCH",
              `${imported}const text = "HASH_MISMATCH: " + file; log(text);\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: text });`,
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
      code: `${imported}try { throw new Error("PATCH_INVALID"); } catch (e) { show(e.message); }`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}try { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {\n  human_message: "Patch invalid",\n}); } catch (e) { show(e.message); }`,
            ),
          ],
        },
      ],
    },
    {
      name: "a near miss of a code",
      code: `${imported}throw new Error("PREFLIGHT_FAILURE");`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PREFLIGHT_FAILED",
              `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PREFLIGHT_FAILED, {\n  human_message: "Preflight failed",\n});`,
            ),
          ],
        },
      ],
    },
    {
      name: "a returned error",
      code: `${imported}const f = () => new Error("PATCH_INVALID");`,
      output: null,
      errors: [
        {
          messageId: "rawReturn",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}const f = () => SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {\n  human_message: "Patch invalid",\n});`,
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
              `${imported}\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });`,
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
      code: `import type { SystemError } from "error-contract/kaiza";\nthrow new Error("PATCH_INVALID");`,
      output: `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });`,
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
      code: `${imported}function f(cb: (e: TypeError) => void) { cb(new TypeError("PATCH_INVALID")); }`,
      output: null,
      errors: [
        {
          messageId: "rawCallback",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              `${imported}function f(cb: (e: TypeError) => void) { cb(SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, {\n  human_message: "Patch invalid",\n})); }`,
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
      code: `${imported}export const r = p.catch((err) => { throw new Error("It broke"); });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            converted(
              `${imported}export const r = p.catch((err) => { throw SystemError.fromUnknown(err, {\n  human_message: "It broke",\n}); });`,
            ),
          ],
        },
      ],
    },
    {
      name: "the error of a callback",
      code: `${imported}function f(cb) { read((err) => { if (err) return cb(new Error("It broke")); cb(null, 1); }); }`,
      output: null,
      errors: [
        {
          messageId: "rawCallback",
          suggestions: [
            converted(
              `${imported}function f(cb) { read((err) => { if (err) return cb(SystemError.fromUnknown(err, {\n  human_message: "It broke",\n})); cb(null, 1); }); }`,
            ),
          ],
        },
      ],
    },
    {
      name: "the error of a listener",
      code: `${imported}const p = new Promise((done, fail) => { s.on("error", (err) => fail(new Error("It broke"))); });`,
      output: null,
      errors: [
        {
          messageId: "rawReject",
          suggestions: [
            converted(
              `${imported}const p = new Promise((done, fail) => { s.on("error", (err) => fail(SystemError.fromUnknown(err, {\n  human_message: "It broke",\n}))); });`,
            ),
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
      code: `${imported}try { f(); } catch (err) { throw new Error("INTERNAL_ERROR: It broke"); }`,
      output: `${imported}try { f(); } catch (err) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, {\n  human_message: "It broke",\n  cause: err,\n}); }`,
      errors: thrown,
    },
    {
      name: "a callback's error that is none where the failure is made",
      code: `${imported}read((err, data) => { if (err) throw err; use(data); throw new Error("It broke"); });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "INTERNAL_ERROR",
              `${imported}read((err, data) => { if (err) throw err; use(data); throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, {\n  human_message: "It broke",\n}); });`,
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
      code: `${imported}declare const text: string; throw new Error(text);`,
      output: `${imported}declare const text: string; throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, {\n  human_message: text,\n});`,
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
      output: `import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";\n\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });`,
      errors: thrown,
    },
    {
      name: "a code that the project's class does not have is not written",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      code: `import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";\nthrow new Error("HASH_MISMATCH");`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "INTERNAL_ERROR",
              `import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "Hash mismatch" });`,
            ),
          ],
        },
      ],
    },
    {
      name: "a code that only the project's class has is written as a string",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      code: `import { SystemError } from "../core/system-error.js";\nthrow new Error("QUOTA_EXCEEDED: Too many calls.");`,
      output: `import { SystemError } from "../core/system-error.js";\nthrow SystemError.toolFailure("QUOTA_EXCEEDED", { human_message: "Too many calls." });`,
      errors: thrown,
    },
  ],
});
