import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, suggested } from "./legacy-constructions.js";

javascriptRuleTester.run("no-legacy-error: values of the fields of constructions", rule, {
  valid: [],
  invalid: [
    // Lower case
    made(
      "a name in lower case in each arm",
      outdent`
        export const f = (w) => new KaizaError({
          error_code: "SESSION_LOCKED",
          component: w ? "WRITE_FILE" : 'READ',
        });
      `,
      outdent`
        export const f = (w) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          tool_name: w ? "write_file" : 'read',
        });
      `,
    ),
    made(
      "a name that is a constant string",
      outdent`
        const COMPONENT = "WRITE_FILE";
        throw new KaizaError({ error_code: "SESSION_LOCKED", component: COMPONENT });
      `,
      outdent`
        const COMPONENT = "WRITE_FILE";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: COMPONENT.toLowerCase() });
      `,
    ),

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
    made(
      "values of which nothing is known, and null",
      outdent`
        export const f = (phase, err) => new KaizaError({
          error_code: "SESSION_LOCKED",
          phase,
          invariant: null,
          human_message: err.message,
          cause: 3,
        });
      `,
      outdent`
        export const f = (phase, err) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: phase,
          invariant_id: null,
          human_message: err.message,
          cause: 3,
        });
      `,
    ),

    suggested(
      "a name that may be anything",
      outdent`
        export const f = (component) => new KaizaError({
          error_code: "SESSION_LOCKED",
          component,
        });
      `,
      outdent`
        export const f = (component) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          tool_name: component?.toLowerCase(),
        });
      `,
    ),
  ],
});
