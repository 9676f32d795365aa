import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { typedRuleTester } from "../kit/rule-tester.js";

typedRuleTester.run("no-legacy-error with types", rule, {
  valid: [
    {
      name: "a field of a value of unknown type",
      code: `import { anything } from "./legacy/index.js";
      const err = anything() as { phase: string };
      console.log(err.phase);`,
    },
    {
      name: "a namesake that the project takes from a package",
      code: `import { RuleTester as KaizaError } from "@typescript-eslint/rule-tester"; export const e = KaizaError;`,
    },
  ],
  invalid: [
    {
      name: "the class under the name that it is exported again as",
      code: lines`
        import { DomainError } from "./legacy/index.js";
        throw new DomainError({ error_code: "SESSION_LOCKED", phase: "A" });
      `,
      output: lines`
        import { DomainError } from "./legacy/index.js";
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
      `,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a check, where a member is read that only the deprecated class has",
      code: lines`
        import { KaizaError } from "./legacy/error.js";
        export const f = (err: unknown) => err instanceof KaizaError && err.toString === String;
      `,
      errors: [{ messageId: "legacyCheck", suggestions: [] }],
    },
    {
      name: "a name in lower case that the types call a string",
      code: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        import { KaizaError } from "./legacy/error.js";
        export const f = (component: string) => {
          throw new KaizaError({ error_code: "SESSION_LOCKED", component });
        };
      `,
      output: [
        lines`
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          import { KaizaError } from "./legacy/error.js";
          export const f = (component: string) => {
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() });
          };
        `,
        lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export const f = (component: string) => {
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() });
        };
      `,
      ],
      errors: [{ messageId: "legacyConstruction" }],
    },

    {
      name: "an invariant that the types call a string",
      code: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        import { KaizaError } from "./legacy/error.js";
        export const f = (invariant: string) => {
          throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant });
        };
      `,
      output: [
        lines`
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          import { KaizaError } from "./legacy/error.js";
          export const f = (invariant: string) => {
            throw SystemError.invariantViolation(invariant);
          };
        `,
        lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export const f = (invariant: string) => {
          throw SystemError.invariantViolation(invariant);
        };
      `,
      ],
      errors: [{ messageId: "legacyConstruction" }],
    },
  ],
});
