import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import * as uses from "./legacy-uses.js";

const made = (name: string, code: string, output: string) => uses.fixed("legacyConstruction", name, code, output);
const reported = (name: string, code: string) => uses.reported("legacyConstruction", name, code);

javascriptRuleTester.run("no-legacy-error: fields of constructions", rule, {
  valid: [],
  invalid: [
    made(
      "a code at the end",
      `throw new KaizaError({ phase: "A", error_code: "SESSION_LOCKED" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });`,
    ),
    made(
      "shorthand properties, in their lines",
      outdent`
        export const f = (phase, cause, human_message) => new KaizaError({
          error_code: "SESSION_LOCKED",
          phase,
          cause,
          human_message
        });
      `,
      outdent`
        export const f = (phase, cause, human_message) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: phase,
          cause,
          human_message
        });
      `,
    ),
    made(
      "quoted and computed keys",
      `throw new KaizaError({ "error_code": "SESSION_LOCKED", 'phase': "A", ["invariant"]: "I" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A", invariant_id: "I" });`,
    ),
    reported(
      "a comment between the properties, which would be lost",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", /* why */ phase: "A" });`,
    ),

    // Lower case
    made(
      "a name that JSDoc declares as a string",
      outdent`
        /** @param {string} component */
        export function f(component) {
          return new KaizaError({ error_code: "SESSION_LOCKED", component });
        }
      `,
      outdent`
        /** @param {string} component */
        export function f(component) {
          return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() });
        }
      `,
    ),
    uses.suggested(
      "legacyConstruction",
      "a name that may be anything",
      `export const f = (component) => new KaizaError({ error_code: "SESSION_LOCKED", component });`,
      outdent`
        export const f = (component) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase() });
      `,
    ),

    // Codes
    made(
      "a code that is mapped to another",
      `throw new KaizaError({ error_code: ERROR_CODES["WRITE_REJECTED"] });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.POLICY_VIOLATION);`,
    ),
    made(
      "a choice of codes, which stays one",
      `export const f = (c) => new KaizaError({ error_code: c ? ERROR_CODES.SESSION_LOCKED : "BYPASS_ATTEMPT" });`,
      outdent`
        export const f = (c) => SystemError.toolFailure(c ? SYSTEM_ERROR_CODES.SESSION_LOCKED : SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION);
      `,
    ),
    {
      ...made(
        "a code of the project",
        `throw new KaizaError({ error_code: ERROR_CODES.UPSTREAM_FAILED });`,
        `throw SystemError.toolFailure("UPSTREAM_FAILED");`,
      ),
      settings: { errorContract: { ...kaizaSettings, codes: ["UPSTREAM_FAILED"], runtime: { module: "#contract" } } },
    },
    uses.suggested(
      "legacyConstruction",
      "an error without a code",
      `throw new KaizaError({ phase: "A", human_message: "No" });`,
      `throw new SystemError({ phase_id: "A", human_message: "No" });`,
    ),
    uses.reported("unknownCode", "a code that nothing knows", `throw new KaizaError({ error_code: "QUX" });`),

    // Invariants
    made(
      "a violated invariant, also one that is a constant of another module",
      outdent`
        throw new KaizaError({
          error_code: ERROR_CODES.INVARIANT_VIOLATION,
          phase: "A",
          invariant: INVARIANTS.PLAN_ID,
          cause: err,
        });
      `,
      outdent`
        throw SystemError.invariantViolation(INVARIANTS.PLAN_ID, {
          phase_id: "A",
          cause: err,
        });
      `,
    ),

    // What cannot be known
    reported("an argument that is a variable", `throw new KaizaError(details);`),
    reported("an argument with a spread", `throw new KaizaError({ ...base, error_code: "SESSION_LOCKED" });`),
    reported(
      "a property that is there twice",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A", phase: "B" });`,
    ),
    uses.reported(
      "unmappedField",
      "a property that has no place in the envelope",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", details: { a: 1 } });`,
    ),
  ],
});
