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
      name: "a key of which nothing is known without types",
      code: `${IMPORT}export const fail = (key) => SystemError.toolFailure(SYSTEM_ERROR_CODES[key]);`,
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
      name: "the columns of a table",
      code: `export const failures = table({ error_code: "text", tool_name: "text", session_id: "uuid" });`,
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
      name: "a code that was looked up in the codes object",
      code: `${IMPORT}
      export function f(raw) {
        const code = raw.toUpperCase();
        if (code in SYSTEM_ERROR_CODES) throw SystemError.toolFailure(code);
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
      name: "another case and other separators, in the quotes that are there",
      code: `${IMPORT}throw SystemError.toolFailure(\`file-not-found\`);`,
      errors: [
        {
          messageId: "misspelled",
          suggestions: replacing(
            `${IMPORT}throw SystemError.toolFailure(\`file-not-found\`);`,
            "file-not-found",
            "FILE_NOT_FOUND",
          ),
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
      name: "a constant, at its literal",
      code: `${IMPORT}const code = "file_not_found"; throw SystemError.toolFailure(code);`,
      errors: [
        {
          messageId: "misspelled",
          column: 14,
          suggestions: replacing(
            `${IMPORT}const code = "file_not_found"; throw SystemError.toolFailure(code);`,
            "file_not_found",
            "FILE_NOT_FOUND",
          ),
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
