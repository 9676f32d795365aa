import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import * as uses from "./legacy-uses.js";
import { createCases } from "../kit/create-cases.js";

const made = (name: string, marked: string) => uses.fixed(name, marked, "legacyConstruction");
const reported = (name: string, code: string) => uses.reported(name, code, "legacyConstruction");

javascriptRuleTester.run("no-legacy-error: fields of constructions", rule, {
  valid: [],
  invalid: [
    ...createCases(made, {
      "a code at the end": `throw «new KaizaError({ phase: "A", error_code: "SESSION_LOCKED ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A»" });`,
      "shorthand properties, in their lines": outdent`
        export const f = (phase, cause, human_message) => «new KaizaError({
          error_code: "SESSION_LOCKED", ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {»
          «⇒phase_id: »phase,
          cause,
          human_message
        });
      `,
      "quoted and computed keys": `throw «new KaizaError({ "error_code": "SESSION_LOCKED", 'phase': "A", ["invariant"] ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A", invariant_id»: "I" });`,
      "a name that JSDoc declares as a string": outdent`
        /** @param {string} component */
        export function f(component) {
          return «new KaizaError({ error_code: "SESSION_LOCKED", component ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase()» });
        }
      `,
      "a code that is mapped to another": `throw «new KaizaError({ error_code: ERROR_CODES["WRITE_REJECTED"] } ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.POLICY_VIOLATION»);`,
      "a choice of codes, which stays one": outdent`
        export const f = (c) => «new KaizaError({ error_code: c ? ERROR_CODES.SESSION_LOCKED : "BYPASS_ATTEMPT" } ⇒ SystemError.toolFailure(c ? SYSTEM_ERROR_CODES.SESSION_LOCKED : SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION»);
      `,
      "a violated invariant, also one that is a constant of another module": outdent`
        throw «new KaizaError({
          error_code: ERROR_CODES.INVARIANT_VIOLATION, ⇒ SystemError.invariantViolation(INVARIANTS.PLAN_ID, {»
          «phase: "A",
          invariant: INVARIANTS.PLAN_ID ⇒ phase_id: "A"»,
          cause: err,
        });
      `,
    }),
    ...createCases(reported, {
      "a comment between the properties, which would be lost": `throw new KaizaError({ error_code: "SESSION_LOCKED", /* why */ phase: "A" });`,
      "an argument that is a variable": `throw new KaizaError(details);`,
      "an argument with a spread": `throw new KaizaError({ ...base, error_code: "SESSION_LOCKED" });`,
      "a property that is there twice": `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A", phase: "B" });`,
    }),
    uses.suggested(
      "a name that may be anything",
      outdent`
        export const f = (component) => «new KaizaError({ error_code: "SESSION_LOCKED", component ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase()» });
      `,
      "legacyConstruction",
    ),
    {
      ...made(
        "a code of the project",
        `throw «new KaizaError({ error_code: ERROR_CODES.UPSTREAM_FAILED } ⇒ SystemError.toolFailure("UPSTREAM_FAILED"»);`,
      ),
      settings: { errorContract: { ...kaizaSettings, codes: ["UPSTREAM_FAILED"], runtime: { module: "#contract" } } },
    },
    uses.suggested(
      "an error without a code",
      `throw new «KaizaError({ phase ⇒ SystemError({ phase_id»: "A", human_message: "No" });`,
      "legacyConstruction",
    ),
    uses.reported("a code that nothing knows", `throw new KaizaError({ error_code: "QUX" });`, "unknownCode"),
    uses.reported(
      "a property that has no place in the envelope",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", details: { a: 1 } });`,
      "unmappedField",
    ),
  ],
});
