import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, suggested } from "./legacy-constructions.js";

/** A function that throws an error, and code that asks which class it has. */
const dependent = (name: string, code: (error: string) => string) =>
  suggested(
    name,
    code(`new KaizaError({ error_code: "SESSION_LOCKED" })`),
    code(`SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)`),
  );

javascriptRuleTester.run("no-legacy-error: constructions that other code depends on", rule, {
  valid: [],
  invalid: [
    dependent(
      "a renamed field of a caught value is read",
      (error) => `export const f = () => { try { throw ${error}; } catch (it) { log(it.phase); } };`,
    ),
    made(
      "a check in another function",
      `function g() { throw new KaizaError({ error_code: "SESSION_LOCKED" }); } export const is = (e) => e.name === "KaizaError";`,
      `function g() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); } export const is = (e) => e.name === "KaizaError";`,
    ),
    {
      name: "a check of a caught value lets both classes through first, then the error is exchanged",
      code: lines`
        import { KaizaError } from "./error.js";
        export function f() {
          try {
            throw new KaizaError({ error_code: "SESSION_LOCKED" });
          } catch (err) {
            return err instanceof KaizaError ? err.toDiagnostic() : err.message;
          }
        }
      `,
      output: [
        lines`
          import { KaizaError } from "./error.js";
          import { SystemError } from "error-contract/kaiza";
          export function f() {
            try {
              throw new KaizaError({ error_code: "SESSION_LOCKED" });
            } catch (err) {
              return err instanceof KaizaError || err instanceof SystemError ? err.toDiagnostic() : err.message;
            }
          }
        `,
        lines`
          import { KaizaError } from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          export function f() {
            try {
              throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
            } catch (err) {
              return err instanceof KaizaError || err instanceof SystemError ? err.toDiagnostic() : err.message;
            }
          }
        `,
      ],
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "makeWith",
              output: lines`
                import { KaizaError } from "./error.js";
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                export function f() {
                  try {
                    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
                  } catch (err) {
                    return err instanceof KaizaError ? err.toDiagnostic() : err.message;
                  }
                }
              `,
            },
          ],
        },
        { messageId: "legacyCheck" },
      ],
    },
  ],
});
