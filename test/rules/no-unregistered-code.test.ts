import { outdent } from "outdent";
import rule from "../../rules/dist/no-unregistered-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { found, replaced, silent } from "./code-cases.js";
import { createCases } from "../kit/create-cases.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

/** One suggestion for each code, each with the code in place of `wrong`. */
const replacing = (code: string, wrong: string, ...near: string[]) =>
  near.map((each) => ({
    messageId: "replaceCode" as const,
    data: { code: each },
    output: code.replace(wrong, each),
  }));

javascriptRuleTester.run("no-unregistered-code in JavaScript", rule, {
  valid: [
    ...createCases(silent, {
      "a registered code as a string": `throw SystemError.toolFailure("INVALID_PATH", { tool_name: "read_file" });`,
      "a member of the codes object": `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH);`,
      "a key of which nothing is known without types": `export const fail = (key) => SystemError.toolFailure(SYSTEM_ERROR_CODES[key]);`,
      "an errno": `try { read(); } catch (err) { if (err.code === "ENOENT") err.code = "EGONE"; throw err; }`,
      "objects with a code of another library": `send({ code: "ENOENT", message: "x" }); send({ code: "too_small", path: [], message: "x" });`,
      "a comparison with another library's error_code": `export const isExpired = (response) => response.data.error_code === "ITEM_LOGIN_REQUIRED";`,
      "an invariant's id that is written out": `throw SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", { tool_name: "x" });`,
      "the legacy codes object in a factory of the contract": outdent`
        import { ERROR_CODES } from "./core/error.js";
        throw SystemError.toolFailure(ERROR_CODES.WRITE_REJECTED);
      `,
      "a member that is added at run time": `SYSTEM_ERROR_CODES.NOPE = "NOPE";`,
      "a code that was looked up in the codes object": outdent`
        export function f(raw) {
          const code = raw.toUpperCase();
          if (code in SYSTEM_ERROR_CODES) throw SystemError.toolFailure(code);
        }
      `,
      "a code that was looked for among the values, in an arm of a conditional": outdent`
        export function f(raw) {
          const code = raw.trim().toUpperCase();
          throw SystemError.toolFailure(Object.values(SystemError.codes).includes(code) ? code : "INTERNAL_ERROR");
        }
      `,
    }),
    ...createCases(
      silent,
      {
        "a namesake from another package": outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "other";
        SystemError.toolFailure("NOPE");
        SYSTEM_ERROR_CODES.NOPE;
      `,
        "a construction of the legacy class is no-legacy-error's business": outdent`
        import { KaizaError } from "./core/error.js";
        throw new KaizaError({ error_code: "NOPE", human_message: "x" });
      `,
        "a comparison with a legacy code, which may still arrive": `try { run(); } catch (err) { if (err.error_code === "WRITE_REJECTED") retry(); throw err; }`,
        "a field of what was tested for the legacy class": outdent`
        import { KaizaError } from "./core/error.js";
        try { run(); } catch (err) { if (err instanceof KaizaError && err.error_code === "OLD") retry(); throw err; }
      `,
        "the code of a failure that is answered, which has to be thrown first": `const f = () => ({ ok: false, error_code: "INVALID_PATHS", human_message: "x" });`,
        "the module that defines the class": outdent`
        export class SystemError extends Error {
          toEnvelope() {
            return { error_code: "NOPE", human_message: "x" };
          }
        }
      `,
        "a comparison of a caught failure with a code of another form": outdent`
        try {
          poll();
        } catch (error) {
          if (error.error_code === "authorization_pending") wait();
          else throw error;
        }
      `,
      },
      { imported: "" },
    ),
  ],
  invalid: [
    {
      name: "a code that no registry knows",
      code: `${IMPORT}throw SystemError.toolFailure("UPSTREAM_TIMEOUT");`,
      errors: [
        { messageId: "unregistered", data: { code: "UPSTREAM_TIMEOUT", near: "" }, column: 31, suggestions: null },
      ],
    },
    ...createCases(replaced, {
      "a near miss": `throw SystemError.toolFailure("«INVALID_PATHS ⇒ INVALID_PATH»");`,
      "a class field of the contract's error": `class Gone extends SystemError { error_code = "«file-not-found ⇒ FILE_NOT_FOUND»"; }`,
    }),
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
    found(
      "follows an import alias, a namespace and require",
      outdent`
      import { SystemError as Failure } from "error-contract/kaiza";
      import * as kaiza from "error-contract/kaiza";
      const { SystemError } = require("error-contract/kaiza");
      Failure.toolFailure("ONE");
      kaiza.SystemError.toolFailure("TWO");
      SystemError.toolFailure("THREE");
    `,
      { imported: "", times: 3 },
    ),
    replaced(
      "a constant, at its literal",
      `const code = "«file_not_found ⇒ FILE_NOT_FOUND»"; throw SystemError.toolFailure(code);`,
      { column: 14 },
    ),
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
    ...createCases(found, {
      "a default of a parameter": `export function fail(code = "NOPE") { throw SystemError.toolFailure(code); }`,
      "super of a class below the contract's": `class PlanError extends SystemError { constructor() { super({ error_code: "NOPE" }); } }`,
      "Object.assign on the contract's error": `throw Object.assign(SystemError.toolFailure("INVALID_PATH"), { code: "NOPE" });`,
    }),
    found(
      "a code that is taken from what was caught",
      `try { run(); } catch ({ error_code }) { if (error_code === "NOPE") retry(); }`,
      { imported: "", messageId: "unknownComparison" },
    ),
    found(
      "the arms of a conditional and the fallback",
      `throw SystemError.toolFailure(x ? "NOPE" : given ?? "NEVER");`,
      { times: 2 },
    ),
    ...createCases(
      found,
      {
        "an envelope that is written by hand": `export const envelope = { "error_code": "NOPE", human_message: "x" };`,
        "an object with most of what the envelope requires": outdent`
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
      },
      { imported: "" },
    ),
    found(
      "a field that is set on what was caught or made here",
      outdent`
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
      { imported: "", times: 2 },
    ),
    replaced(
      "a comparison is a reference, and no fix changes control flow",
      `try { run(); } catch (err) { if (err.error_code !== "«file-not-found ⇒ FILE_NOT_FOUND»") throw err; }`,
      { imported: "", messageId: "misspelledComparison" },
    ),
  ],
});
