import { outdent } from "outdent";
import rule from "../../rules/dist/no-unregistered-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

/** One suggestion for each code, each with the code in place of `wrong`. */
const replacing = (code: string, wrong: string, ...near: string[]) =>
  near.map((each) => ({
    messageId: "replaceCode" as const,
    data: { code: each },
    output: code.replace(wrong, each),
  }));

const INVALID_PATHS = (code: string) => ({
  messageId: "misspelled" as const,
  suggestions: replacing(code, "INVALID_PATHS", "INVALID_PATH"),
});

javascriptRuleTester.run("no-unregistered-code in JavaScript", rule, {
  valid: [
    {
      name: "a registered code as a string",
      code: `${IMPORT}throw SystemError.toolFailure("INVALID_PATH", { tool_name: "read_file" });`,
    },
    {
      name: "a member of the codes object",
      code: `${IMPORT}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH);`,
    },
    {
      name: "a namesake from another package",
      code: `import { SystemError, SYSTEM_ERROR_CODES } from "other";
      SystemError.toolFailure("NOPE");
      SYSTEM_ERROR_CODES.NOPE;`,
    },
    {
      name: "a namesake of the file itself",
      code: `const SystemError = { toolFailure() {} }; SystemError.toolFailure("NOPE");`,
    },
    {
      name: "a parameter, of which nothing is known without types",
      code: `${IMPORT}export const fail = (code) => SystemError.toolFailure(code);`,
    },
    {
      name: "a key of which nothing is known without types",
      code: `${IMPORT}export const fail = (key) => SystemError.toolFailure(SYSTEM_ERROR_CODES[key]);`,
    },
    {
      name: "a constant with a registered code",
      code: `${IMPORT}const code = "INVALID_PATH"; throw SystemError.toolFailure(code);`,
    },
    {
      name: "a destructured member",
      code: `${IMPORT}const { INVALID_PATH } = SYSTEM_ERROR_CODES; throw SystemError.toolFailure(INVALID_PATH);`,
    },
    {
      name: "an object of the file with registered codes",
      code: `${IMPORT}
      const CODES = Object.freeze({ path: "INVALID_PATH" });
      throw SystemError.toolFailure(CODES.path);`,
    },

    {
      name: "an errno",
      code: `${IMPORT}try { read(); } catch (err) { if (err.code === "ENOENT") err.code = "EGONE"; throw err; }`,
    },
    {
      name: "objects with a code of another library",
      code: `${IMPORT}send({ code: "ENOENT", message: "x" }); send({ code: "too_small", path: [], message: "x" });`,
    },
    {
      name: "another library's payload with an error_code",
      code: `${IMPORT}
      export function f(body) {
        body.error_code = "invalid_grant";
        return { error_code: "invalid_grant", error_description: "x" };
      }`,
    },
    {
      name: "a comparison with another library's error_code",
      code: `${IMPORT}export const isExpired = (response) => response.data.error_code === "ITEM_LOGIN_REQUIRED";`,
    },
    {
      name: "an invariant's id that is written out",
      code: `${IMPORT}throw SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", { tool_name: "x" });`,
    },
    {
      name: "arguments after a spread",
      code: `${IMPORT}SystemError.toolFailure(...args, "NOPE");`,
    },
    {
      name: "a construction of the legacy class is no-legacy-error's business",
      code: `import { KaizaError } from "./core/error.js";
      throw new KaizaError({ error_code: "NOPE", human_message: "x" });`,
    },
    {
      name: "a class below the legacy class",
      code: `import { KaizaError } from "./core/error.js";
      class E extends KaizaError { constructor() { super({ error_code: "NOPE", human_message: "x" }); } }`,
    },
    {
      name: "the converter of the legacy class",
      code: `import { ensureKaizaError } from "./core/error.js";
      ensureKaizaError(err, { error_code: "NOPE", human_message: "x" });`,
    },
    {
      name: "an object in a variable that the legacy class is given",
      code: `import { KaizaError } from "./core/error.js";
      const details = { error_code: "NOPE", human_message: "x" };
      throw new KaizaError(details);`,
    },
    {
      name: "the legacy codes object in a factory of the contract",
      code: `${IMPORT}
      import { ERROR_CODES } from "./core/error.js";
      throw SystemError.toolFailure(ERROR_CODES.WRITE_REJECTED);`,
    },
    {
      name: "a comparison with a legacy code, which may still arrive",
      code: `try { run(); } catch (err) { if (err.error_code === "WRITE_REJECTED") retry(); throw err; }`,
    },
    {
      name: "a field of what was tested for the legacy class",
      code: `import { KaizaError } from "./core/error.js";
      try { run(); } catch (err) { if (err instanceof KaizaError && err.error_code === "OLD") retry(); throw err; }`,
    },
    {
      name: "the code of a failure that is answered, which has to be thrown first",
      code: `const f = () => ({ ok: false, error_code: "INVALID_PATHS", human_message: "x" });`,
    },

    {
      name: "the module that defines the class",
      code: outdent`
        export class SystemError extends Error {
          toEnvelope() {
            return { error_code: "NOPE", human_message: "x" };
          }
        }
      `,
    },
    {
      name: "a member that is added at run time",
      code: `${IMPORT}SYSTEM_ERROR_CODES.NOPE = "NOPE";`,
    },

    {
      name: "a codes object of a module that cannot be read",
      code: `import { SYSTEM_ERROR_CODES } from "./nowhere/system-error.js"; use(SYSTEM_ERROR_CODES.NOPE);`,
    },
    {
      name: "a nested destructuring is not followed",
      code: `const { SYSTEM_ERROR_CODES: { NOPE } } = require("error-contract/kaiza"); use(NOPE);`,
    },
    {
      name: "the keys of an object that is looked up by a code",
      code: `try { run(); } catch (err) { ({ SESSION_LOCK: report })[err.error_code]?.(); throw err; }`,
    },
    {
      name: "what a function of the file returns, without types",
      code: `${IMPORT}const codeFor = () => "NOPE"; throw SystemError.toolFailure(codeFor());`,
    },
    {
      name: "an exported function of the project that makes failures",
      code: `import { fail } from "./fail.js"; throw fail("NOPE", "text");`,
    },
    {
      name: "the columns of a table",
      code: `export const failures = table({ error_code: "text", tool_name: "text", session_id: "uuid" });`,
    },
    {
      name: "labels of all fields",
      code: `export const labels = { error_code: "Code", human_message: "Message", tool_name: "Tool" };`,
    },
    {
      name: "a schema of the envelope",
      code: outdent`
        export const shape = z.object({
          error_code: z.string(),
          human_message: z.string(),
          tool_name: z.string(),
        });
      `,
    },

    {
      name: "a class that shares words that everybody uses",
      code: `class ApiFailure { error_code = "API_DOWN"; role = "x"; timestamp = 1; }`,
    },

    {
      name: "a comparison of a caught failure with a code of another form",
      code: outdent`
        try {
          poll();
        } catch (error) {
          if (error.error_code === "authorization_pending") wait();
          else throw error;
        }
      `,
    },

    {
      name: "a code of another form that is set on what was caught",
      code: `try { grant(); } catch (error) { error.error_code = "access_denied"; throw error; }`,
    },
    {
      name: "a code that was looked up in the codes object",
      code: `${IMPORT}
      export function f(raw) {
        const code = raw.toUpperCase();
        if (code in SYSTEM_ERROR_CODES) throw SystemError.toolFailure(code);
      }`,
    },
    {
      name: "a code that a function has left for, if the codes object does not have it",
      code: `${IMPORT}
      export function f(raw) {
        const code = raw.toUpperCase();
        if (!Object.hasOwn(SYSTEM_ERROR_CODES, code)) { return null; }
        throw SystemError.toolFailure(code);
      }`,
    },
    {
      name: "a code that was looked for among the values, in an arm of a conditional",
      code: `${IMPORT}
      export function f(raw) {
        const code = raw.trim().toUpperCase();
        throw SystemError.toolFailure(Object.values(SystemError.codes).includes(code) ? code : "INTERNAL_ERROR");
      }`,
    },
    {
      name: "a comparison, if the project says so",
      code: `try { run(); } catch (err) { if (err.error_code === "NOPE") retry(); throw err; }`,
      options: [{ checkComparisons: false }],
    },
  ],
  invalid: [
    {
      name: "a code that no registry knows",
      code: `${IMPORT}throw SystemError.toolFailure("UPSTREAM_TIMEOUT");`,
      errors: [
        { messageId: "unregistered", data: { code: "UPSTREAM_TIMEOUT", near: "" }, column: 31, suggestions: null },
      ],
    },
    {
      name: "a near miss",
      code: `${IMPORT}throw SystemError.toolFailure("INVALID_PATHS");`,
      errors: [INVALID_PATHS(`${IMPORT}throw SystemError.toolFailure("INVALID_PATHS");`)],
    },
    {
      name: "at most three suggestions, best first",
      code: `${IMPORT}throw SystemError.startupFailure('INVALID_INPUT');`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: replacing(
            `${IMPORT}throw SystemError.startupFailure('INVALID_INPUT');`,
            "INVALID_INPUT'",
            "INVALID_INPUT_TYPE'",
            "INVALID_INPUT_VALUE'",
            "INVALID_INPUT_FORMAT'",
          ).map((each) => ({ ...each, data: { code: each.data.code.slice(0, -1) } })),
        },
      ],
    },
    {
      name: "fixes case and separators",
      code: `${IMPORT}throw SystemError.toolFailure("file-not-found");`,
      output: `${IMPORT}throw SystemError.toolFailure("FILE_NOT_FOUND");`,
      errors: [{ messageId: "misspelled" }],
    },
    {
      name: "fixes a template without holes",
      code: `${IMPORT}throw SystemError.toolFailure(\`FileNotFound\`);`,
      output: `${IMPORT}throw SystemError.toolFailure(\`FILE_NOT_FOUND\`);`,
      errors: [{ messageId: "misspelled" }],
    },
    {
      name: "does not fix what the file compares with",
      code: `${IMPORT}if (state === "file-not-found") throw SystemError.toolFailure("file-not-found");`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: [
            {
              messageId: "replaceCode",
              output: `${IMPORT}if (state === "file-not-found") throw SystemError.toolFailure("FILE_NOT_FOUND");`,
            },
          ],
        },
      ],
    },
    {
      name: "follows an import alias, a namespace and require",
      code: outdent`
        import { SystemError as Failure } from "error-contract/kaiza";
        import * as kaiza from "error-contract/kaiza";
        const { SystemError } = require("error-contract/kaiza");
        Failure.toolFailure("ONE");
        kaiza.SystemError.toolFailure("TWO");
        SystemError.toolFailure("THREE");
      `,
      errors: [{ messageId: "unregistered" }, { messageId: "unregistered" }, { messageId: "unregistered" }],
    },
    {
      name: "follows a factory that is taken from its class",
      code: `${IMPORT}const { toolFailure } = SystemError; throw toolFailure("NOPE");`,
      errors: [{ messageId: "unregistered" }],
    },

    {
      name: "a constant, at its literal",
      code: `${IMPORT}const code = "file_not_found"; throw SystemError.toolFailure(code);`,
      output: `${IMPORT}const code = "FILE_NOT_FOUND"; throw SystemError.toolFailure(code);`,
      errors: [{ messageId: "misspelled", column: 14 }],
    },
    {
      name: "a constant that others read is not fixed",
      code: `${IMPORT}export const code = "file_not_found"; throw SystemError.toolFailure(code);`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: [
            {
              messageId: "replaceCode",
              output: `${IMPORT}export const code = "FILE_NOT_FOUND"; throw SystemError.toolFailure(code);`,
            },
          ],
        },
      ],
    },

    {
      name: "a variable that is written on one path",
      code: outdent`
        ${IMPORT}
        let code = "";
        if (x) code = "NOPE";
        else code = "INVALID_PATH";
        throw SystemError.toolFailure(code);
      `,
      errors: [{ messageId: "unregistered", line: 4, column: 15 }],
    },
    {
      name: "a default of a parameter",
      code: `${IMPORT}export function fail(code = "NOPE") { throw SystemError.toolFailure(code); }`,
      errors: [{ messageId: "unregistered" }],
    },
    {
      name: "a code that is taken from what was caught",
      code: `try { run(); } catch ({ error_code }) { if (error_code === "NOPE") retry(); }`,
      errors: [{ messageId: "unknownComparison" }],
    },
    {
      name: "the arms of a conditional and the fallback",
      code: `${IMPORT}throw SystemError.toolFailure(x ? "NOPE" : given ?? "NEVER");`,
      errors: [{ messageId: "unregistered" }, { messageId: "unregistered" }],
    },
    {
      name: "an object of the file",
      code: `${IMPORT}const CODES = { gone: "NOPE" }; throw SystemError.toolFailure(CODES.gone);`,
      errors: [{ messageId: "unregistered", column: 23 }],
    },
    {
      name: "the field of a factory's object",
      code: `${IMPORT}throw SystemError.fromUnknown(err, { error_code: "NOPE", tool_name: "x" });`,
      errors: [{ messageId: "unregistered" }],
    },
    {
      name: "super of a class below the contract's",
      code: `${IMPORT}class PlanError extends SystemError { constructor() { super({ error_code: "NOPE" }); } }`,
      errors: [{ messageId: "unregistered" }],
    },
    {
      name: "an envelope that is written by hand",
      code: `export const envelope = { "error_code": "NOPE", human_message: "x" };`,
      errors: [{ messageId: "unregistered" }],
    },
    {
      name: "an object with most of what the envelope requires",
      code: outdent`
        send({
          error_code: "NOPE",
          tool_name: "x",
          session_id: null,
          role: null,
          phase_id: "A",
          cause: null,
          timestamp: now(),
        });
      `,
      errors: [{ messageId: "unregistered" }],
    },
    {
      name: "a class field of the contract's error",
      code: `${IMPORT}class Gone extends SystemError { error_code = "file-not-found"; }`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: [
            {
              messageId: "replaceCode",
              output: `${IMPORT}class Gone extends SystemError { error_code = "FILE_NOT_FOUND"; }`,
            },
          ],
        },
      ],
    },
    {
      name: "a field that is set on the contract's error",
      code: outdent`
        ${IMPORT}
        const err = SystemError.toolFailure("INVALID_PATH");
        err.error_code = "NOPE";
        err.code = "NEVER";
        throw err;
      `,
      errors: [{ messageId: "unregistered" }, { messageId: "unregistered" }],
    },
    {
      name: "a field that is set on what was caught or made here",
      code: outdent`
        try {
          run();
        } catch (err) {
          err.error_code = "NOPE";
          throw err;
        }
        const e = new Error("x");
        e.error_code = "NEVER";
        throw e;
      `,
      errors: [{ messageId: "unregistered" }, { messageId: "unregistered" }],
    },
    {
      name: "Object.assign on the contract's error",
      code: `${IMPORT}throw Object.assign(SystemError.toolFailure("INVALID_PATH"), { code: "NOPE" });`,
      errors: [{ messageId: "unregistered" }],
    },
    {
      name: "this in a class below the contract's",
      code: `${IMPORT}class E extends SystemError { mark() { this.error_code = "NOPE"; } }`,
      errors: [{ messageId: "unregistered" }],
    },
    {
      name: "a comparison is a reference, and no fix changes control flow",
      code: `try { run(); } catch (err) { if (err.error_code !== "file-not-found") throw err; }`,
      errors: [
        {
          messageId: "misspelledComparison",
          suggestions: [
            {
              messageId: "replaceCode",
              output: `try { run(); } catch (err) { if (err.error_code !== "FILE_NOT_FOUND") throw err; }`,
            },
          ],
        },
      ],
    },
  ],
});
