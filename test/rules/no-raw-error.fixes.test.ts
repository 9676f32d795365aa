import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";

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
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: \`Invalid path: \${err.message}\`, cause: err });
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
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_APPLY_FAILED, { human_message: "Could not apply patch." });
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
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "File not found: README" });
      `,
      errors: thrown,
    },
    {
      name: "a bare code becomes a message in sentence case",
      code: `${imported}throw new Error("HASH_MISMATCH");`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
      `,
      errors: thrown,
    },
    {
      name: "a code in a file that compares a name, which is no error's",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function read({ name }) { if (name === "today") throw new Error("HASH_MISMATCH"); }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function read({ name }) { if (name === "today") throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" }); }
      `,
      errors: thrown,
    },
    {
      name: "a code in a file where a function has a class of the contract's name",
      code: `export function make() { class SystemError {} return SystemError; }\nthrow new Error("HASH_MISMATCH");`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        export function make() { class SystemError {} return SystemError; }
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
      `,
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
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PLAN_NOT_FOUND, { human_message: \`Plan not found: \${id}\` });
      `,
      errors: thrown,
    },
    {
      name: "a code member",
      code: `${imported}throw Object.assign(new Error("it is gone"), { code: "FILE_NOT_FOUND" });`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "it is gone" });
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
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: \`Changed: \${file}\` });
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
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: "Session locked" });
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
        try { f(); } catch (err) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: "It broke badly.", cause: other }); }
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
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.AUDIT_LOG_FAILED, { human_message: "Could not write.", cause: error });
        }
      `,
      errors: thrown,
    },
    {
      name: "a destructured catch binding is no cause",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try {
          f();
        } catch ({ message }) {
          throw new Error(\`FILE_READ_FAILED: \${message}\`);
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try {
          f();
        } catch ({ message }) {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: \`File read failed: \${message}\` });
        }
      `,
      errors: thrown,
    },
    {
      name: "a function inside the catch may run later",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try {
          f();
        } catch (err) {
          later(() => {
            throw new Error("HASH_MISMATCH");
          });
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try {
          f();
        } catch (err) {
          later(() => {
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
          });
        }
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
        function f(cb) { read((err) => cb(SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: \`File read failed: \${err.message}\`, cause: err }))); }
      `,
      errors: [{ messageId: "rawCallback" }],
    },
    {
      name: "no argument list",
      options: [
        {
          allow: [],
          allowUnknown: false,
          fallbackCode: "INTERNAL_ERROR",
          strict: true,
        },
      ],
      code: `${imported}throw new Error;`,
      output: `${imported}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR);`,
      errors: thrown,
    },
    {
      name: "a string without a space after throw",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f() {
          throw"PATCH_INVALID";
        }
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f() {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
        }
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
        module.exports = () => {
          throw new Error("HASH_MISMATCH");
        };
      `,
      output: outdent`
        const fs = require("fs");
        const { SystemError, SYSTEM_ERROR_CODES } = require("error-contract/kaiza");
        module.exports = () => {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" });
        };
      `,
      errors: thrown,
    },
  ],
});

const decided = (code: string) => outdent`
  import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

  throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }); ${code}
`;

const undecided = (code: string) => ({
  code: `throw new Error("PATCH_INVALID"); ${code}`,
  output: null,
  errors: [{ messageId: "rawThrow" as const, suggestions: [{ messageId: "useCode" as const, output: decided(code) }] }],
});

javascriptRuleTester.run("no-raw-error: no fix in a file that decides by the text", noRawError, {
  valid: [],
  invalid: [
    { name: "whose parts it takes", ...undecided(`const [code] = err.message.split(":");`) },
    { name: "by which it looks something up", ...undecided(`f(STATUS[err.message]);`) },
    { name: "which it has in a list", ...undecided(`f(KNOWN.has(err.message));`) },
    { name: "which a function judges", ...undecided(`if (isBadPatch(err.message)) f();`) },
    { name: "which it makes of the error", ...undecided(`f(err.toString().includes("PATCH"));`) },
  ],
});

untypedRuleTester.run("no-raw-error: a binding behind type parameters", noRawError, {
  valid: [],
  invalid: [
    {
      code: `${imported}p.catch(<T extends (x: number) => T>() => { throw new Error("HASH_MISMATCH"); });`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        p.catch(<T extends (x: number) => T>(error) => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", cause: error }); });
      `,
      errors: thrown,
    },
  ],
});
