import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { bulk, fixed, offered } from "./raw-rewrites.js";
import { createCases } from "../kit/create-cases.js";

javascriptRuleTester.run("no-raw-error: a code that is written", noRawError, {
  valid: [],
  invalid: [
    ...createCases(fixed, {
      "a prefix before a detail is kept in sentence case, the caught error becomes the cause": outdent`
        try { f(); } catch (err) {
          throw «new Error(\`INVALID_PATH: \${err.message}\`) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH, { human_message: \`Invalid path: \${err.message}\`, cause: err })»;
        }
      `,
      "a prefix before a sentence is dropped": `throw «new Error("PATCH_APPLY_FAILED: Could not apply patch.") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_APPLY_FAILED, { human_message: "Could not apply patch." })»;`,
      "a code in a file that compares a name, which is no error's": `function read({ name }) { if (name === "today") throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" })»; }`,
      "a code in brackets": `throw «new Error(\`[PLAN_NOT_FOUND] \${id}\`) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PLAN_NOT_FOUND, { human_message: \`Plan not found: \${id}\` })»;`,
      "a code member": `throw «Object.assign(new Error("it is gone"), { code: "FILE_NOT_FOUND" }) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "it is gone" })»;`,
      "an object with code and message": `throw «{ code: "HASH_MISMATCH", message: \`Changed: \${file}\` } ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: \`Changed: \${file}\` })»;`,
      "a thrown string": `throw «"SESSION_LOCKED" ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: "Session locked" })»;`,
      "the error's own cause": `try { f(); } catch (err) { throw «new Error("FILE_READ_FAILED: It broke badly.", { cause: other }) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: "It broke badly.", cause: other })»; }`,
      "a binding for the cause where the catch has none": outdent`
        try { f(); } catch «⇒(error) »{
          throw «new Error("AUDIT_LOG_FAILED: Could not write.") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.AUDIT_LOG_FAILED, { human_message: "Could not write.", cause: error })»;
        }
      `,
      "a destructured catch binding is no cause": outdent`
        try {
          f();
        } catch ({ message }) {
          throw «new Error(\`FILE_READ_FAILED: \${message}\`) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: \`File read failed: \${message}\` })»;
        }
      `,
      "a function inside the catch may run later": outdent`
        try {
          f();
        } catch (err) {
          later(() => {
            throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch" })»;
          });
        }
      `,
      "the cause that an error with a code was given": `const read = (reason) => { throw «Object.assign(new Error("It broke", { cause: reason }), { code: "FILE_READ_FAILED" }) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: "It broke", cause: reason })»; };`,
      "a string without a space after throw": outdent`
        function f() {
          throw«"PATCH_INVALID"⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»;
        }
      `,
      "a code that the file reads, since every error class of the runtime has one": outdent`
        const STATUS = { FILE_NOT_FOUND: 404 };
        const status = (e) => STATUS[e.code] ?? 500;
        throw «Object.assign(new Error("gone"), { code: "FILE_NOT_FOUND" }) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND, { human_message: "gone" })»;
      `,
    }),
    fixed(
      "the error that a message quotes",
      "function f(cb) { read((err) => cb(«new Error(`FILE_READ_FAILED: ${err.message}`) ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: `File read failed: ${err.message}`, cause: err })»)); }",
      { messageId: "rawCallback" },
    ),
    fixed("no argument list", "throw «new Error ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR)»;", {
      options: bulk,
    }),
    ...createCases(
      fixed,
      {
        "a class that the file has from a module of its project": outdent`
        import { SystemError } from "./core/system-error.js";
        throw «new Error("PATCH_INVALID") ⇒ SystemError.toolFailure("PATCH_INVALID", { human_message: "Patch invalid" })»;
      `,
        "a missing import": outdent`
        // @ts-check
        import fs from 'fs'
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from 'error-contract/kaiza'
        »
        throw «new Error('HASH_MISMATCH') ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: 'Hash mismatch' })»
      `,
      },
      { imported: "" },
    ),
  ],
});

javascriptRuleTester.run("no-raw-error: no fix in a file that decides by the text", noRawError, {
  valid: [],
  invalid: [
    ...createCases(
      offered,
      {
        "whose parts it takes": outdent`
        «throw new Error("PATCH_INVALID") ⇒ import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»; const [code] = err.message.split(":");
      `,
        "which it has in a list": outdent`
        «throw new Error("PATCH_INVALID") ⇒ import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»; f(KNOWN.has(err.message));
      `,
        "which a function judges": outdent`
        «throw new Error("PATCH_INVALID") ⇒ import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»; if (isBadPatch(err.message)) f();
      `,
        "which it makes of the error": outdent`
        «throw new Error("PATCH_INVALID") ⇒ import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»; f(err.toString().includes("PATCH"));
      `,
      },
      { messageId: "useLikelyCode" },
      { imported: "" },
    ),
  ],
});

untypedRuleTester.run("no-raw-error: a binding behind type parameters", noRawError, {
  valid: [],
  invalid: [
    fixed(
      "of a function",
      `p.catch(<T extends (x: number) => T>(«) => { throw new Error("HASH_MISMATCH" ⇒ error) => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch", cause: error }»); });`,
    ),
  ],
});
