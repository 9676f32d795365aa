import rule from "../../rules/dist/no-legacy-error.js";
import { typedRuleTester } from "../kit/rule-tester.js";

const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

typedRuleTester.run("no-legacy-error with types", rule, {
  valid: [
    {
      name: "a field of a value of unknown type",
      code: `import { anything } from "./legacy/index.js"; const err = anything() as { phase: string }; console.log(err.phase);`,
    },
    {
      name: "a namesake that the project takes from a package",
      code: `import { RuleTester as KaizaError } from "@typescript-eslint/rule-tester"; export const e = KaizaError;`,
    },
  ],
  invalid: [
    {
      name: "the class under the name that it is exported again as",
      code: `import { DomainError } from "./legacy/index.js";\nthrow new DomainError({ error_code: "SESSION_LOCKED", phase: "A" });\n`,
      output: `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\nthrow SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });\n`,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a field of what a function returns",
      code: `import { lastFailure } from "./legacy/index.js";\nconst failure = lastFailure();\nconsole.log(failure.phase, failure.error_code);\n`,
      errors: [
        {
          messageId: "legacyField",
          line: 3,
          column: 21,
          endColumn: 26,
          suggestions: [
            {
              messageId: "readBoth",
              output: `import { lastFailure } from "./legacy/index.js";\nconst failure = lastFailure();\nconsole.log(failure.phase_id ?? failure.phase, failure.error_code);\n`,
            },
            {
              messageId: "readNew",
              output: `import { lastFailure } from "./legacy/index.js";\nconst failure = lastFailure();\nconsole.log(failure.phase_id, failure.error_code);\n`,
            },
          ],
        },
      ],
    },
    {
      name: "a field of a class below the deprecated one",
      code: `import { PlanError } from "./legacy/index.js";\nexport const f = (err: PlanError | undefined) => err?.phase;\n`,
      errors: [
        {
          messageId: "legacyField",
          suggestions: [
            {
              messageId: "readBoth",
              output: `import { PlanError } from "./legacy/index.js";\nexport const f = (err: PlanError | undefined) => (err?.phase_id ?? err?.phase);\n`,
            },
            {
              messageId: "readNew",
              output: `import { PlanError } from "./legacy/index.js";\nexport const f = (err: PlanError | undefined) => err?.phase_id;\n`,
            },
          ],
        },
      ],
    },
    {
      name: "a name in lower case that the types call a string",
      code: `${CONTRACT}import { KaizaError } from "./legacy/error.js";\nexport const f = (component: string) => { throw new KaizaError({ error_code: "SESSION_LOCKED", component }); };\n`,
      output: `${CONTRACT}export const f = (component: string) => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() }); };\n`,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a name that the types do not call a string",
      code: `${CONTRACT}import { KaizaError } from "./legacy/error.js";\nexport const f = (component?: string) => new KaizaError({ error_code: "SESSION_LOCKED", component });\n`,
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "makeWith",
              output: `${CONTRACT}export const f = (component?: string) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase() });\n`,
            },
          ],
        },
      ],
    },
    {
      name: "a phase that the types do not call a string",
      code: `${CONTRACT}import { KaizaError } from "./legacy/error.js";\nexport const f = (all: { phase: number; text: string }) => { throw new KaizaError({ error_code: "SESSION_LOCKED", phase: all.phase, human_message: all.text }); };\n`,
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "makeWith",
              output: `${CONTRACT}export const f = (all: { phase: number; text: string }) => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: all.phase, human_message: all.text }); };\n`,
            },
          ],
        },
      ],
    },
    {
      name: "an invariant that the types call a string",
      code: `${CONTRACT}import { KaizaError } from "./legacy/error.js";\nexport const f = (invariant: string) => { throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant }); };\n`,
      output: `${CONTRACT}export const f = (invariant: string) => { throw SystemError.invariantViolation(invariant); };\n`,
      errors: [{ messageId: "legacyConstruction" }],
    },
  ],
});

typedRuleTester.run("no-legacy-error in JavaScript with types", rule, {
  valid: [],
  invalid: [
    {
      name: "a field of a parameter that JSDoc declares",
      filename: "legacy/plain.js",
      code: `import { KaizaError } from "./error.js";\n/** @param {KaizaError} err */\nexport const f = (err) => [err.phase, KaizaError];\n`,
      errors: [
        {
          messageId: "legacyType",
          suggestions: [
            {
              messageId: "nameBoth",
              output: `import { KaizaError } from "./error.js";\n/** @param {KaizaError | import("error-contract/kaiza").SystemError} err */\nexport const f = (err) => [err.phase, KaizaError];\n`,
            },
            {
              messageId: "nameNew",
              output: `import { KaizaError } from "./error.js";\n/** @param {import("error-contract/kaiza").SystemError} err */\nexport const f = (err) => [err.phase, KaizaError];\n`,
            },
          ],
        },
        {
          messageId: "legacyField",
          suggestions: [
            {
              messageId: "readBoth",
              output: `import { KaizaError } from "./error.js";\n/** @param {KaizaError} err */\nexport const f = (err) => [err.phase_id ?? err.phase, KaizaError];\n`,
            },
            {
              messageId: "readNew",
              output: `import { KaizaError } from "./error.js";\n/** @param {KaizaError} err */\nexport const f = (err) => [err.phase_id, KaizaError];\n`,
            },
          ],
        },
        { messageId: "legacyName", suggestions: [] },
      ],
    },
  ],
});
