import { outdent } from "outdent";
import path from "node:path";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, suggested, reported } from "./legacy-constructions.js";

const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));

javascriptRuleTester.run("no-legacy-error: codes of constructions", rule, {
  valid: [],
  invalid: [
    // Codes
    made(
      "a code in brackets",
      `throw new KaizaError({ error_code: ERROR_CODES["SESSION_LOCKED"] });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ),
    made(
      "a code that is mapped to another",
      `throw new KaizaError({ error_code: ERROR_CODES.WRITE_REJECTED });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.POLICY_VIOLATION);`,
    ),
    made(
      "a choice of codes, which stays one",
      outdent`
        export const f = (c) => new KaizaError({
          error_code: c
            ? ERROR_CODES.SESSION_LOCKED
            : "BYPASS_ATTEMPT",
        });
      `,
      outdent`
        export const f = (c) => SystemError.toolFailure(c
            ? SYSTEM_ERROR_CODES.SESSION_LOCKED
            : SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION);
      `,
    ),
    made(
      "a code of the contract",
      `throw new KaizaError({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ),
    made(
      "a constant that holds a registered code",
      `const CODE = "SESSION_LOCKED"; throw new KaizaError({ error_code: CODE });`,
      `const CODE = "SESSION_LOCKED"; throw SystemError.toolFailure(CODE);`,
    ),
    {
      ...made(
        "a code of the project",
        `throw new KaizaError({ error_code: ERROR_CODES.UPSTREAM_FAILED });`,
        `throw SystemError.toolFailure("UPSTREAM_FAILED");`,
      ),
      settings: { errorContract: { ...kaizaSettings, codes: ["UPSTREAM_FAILED"], runtime: { module: "#contract" } } },
    },
    suggested(
      "a constant that holds a mapped code, and would be left behind",
      `const CODE = "WRITE_REJECTED"; throw new KaizaError({ error_code: CODE });`,
      `const CODE = "WRITE_REJECTED"; throw SystemError.toolFailure(SYSTEM_ERROR_CODES.POLICY_VIOLATION);`,
    ),
    suggested(
      "a code that only the run decides",
      outdent`
        export const denied = (error_code, human_message) => new KaizaError({
          error_code,
          phase: "A",
          human_message,
        });
      `,
      outdent`
        export const denied = (error_code, human_message) => SystemError.toolFailure(error_code, {
          phase_id: "A",
          human_message,
        });
      `,
    ),
    suggested(
      "an error without a code",
      `throw new KaizaError({ phase: "A", human_message: "No" });`,
      `throw new SystemError({ phase_id: "A", human_message: "No" });`,
    ),
    {
      name: "a code that nothing knows, with codes that are near",
      code: `${BOTH}throw new KaizaError({ error_code: ERROR_CODES.SESION_LOCKED, phase: "A" });${USE}`,
      errors: [
        {
          messageId: "unknownCode",
          data: { code: "SESION_LOCKED" },
          suggestions: [
            {
              messageId: "useCode",
              data: { code: "SESSION_LOCKED" },
              output: outdent`
                import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
                export { KaizaError, ERROR_CODES, ensureKaizaError };
              `,
            },
          ],
        },
        ...used,
      ],
    },
    reported(
      "a code that nothing knows and nothing is near",
      `throw new KaizaError({ error_code: "QUX" });`,
      "unknownCode",
    ),

    made(
      "two codes that become one",
      outdent`
        export const f = (c) => new KaizaError({
          error_code: c
            ? ERROR_CODES.UNAUTHORIZED_ACTION
            : ERROR_CODES.BYPASS_ATTEMPT,
        });
      `,
      outdent`
        export const f = (c) => SystemError.toolFailure(c
            ? SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION
            : SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION);
      `,
    ),
    made(
      "a code that the contract knows and the old object may not",
      `throw new KaizaError({ error_code: ERROR_CODES.FILE_NOT_FOUND });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND);`,
    ),
    {
      name: "a destructured code, which comes from the contract afterwards",
      code: lines`
        import { KaizaError, ERROR_CODES } from "./error.js";
        const { SESSION_LOCKED } = ERROR_CODES;
        throw new KaizaError({ error_code: SESSION_LOCKED });
      `,
      output: [
        lines`
          import { KaizaError, ERROR_CODES } from "./error.js";
          import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          const { SESSION_LOCKED } = SYSTEM_ERROR_CODES;
          throw new KaizaError({ error_code: SESSION_LOCKED });
        `,
        lines`
          import { ERROR_CODES } from "./error.js";
          import { SYSTEM_ERROR_CODES, SystemError } from "error-contract/kaiza";
          const { SESSION_LOCKED } = SYSTEM_ERROR_CODES;
          throw SystemError.toolFailure(SESSION_LOCKED);
        `,
        lines`
          import { SYSTEM_ERROR_CODES, SystemError } from "error-contract/kaiza";
          const { SESSION_LOCKED } = SYSTEM_ERROR_CODES;
          throw SystemError.toolFailure(SESSION_LOCKED);
        `,
      ],
      errors: [{ messageId: "legacyName" }, { messageId: "legacyConstruction" }],
    },
    {
      name: "a namespace that several constructions used",
      filename: path.join(import.meta.dirname, "../fixtures/typed/legacy/plain.js"),
      code: lines`
        import * as errors from "./error.js";
        log(new errors.KaizaError({ error_code: 'SESSION_LOCKED' }));
        log(new errors.KaizaError({ error_code: 'SESSION_LOCKED' }));
        log(new errors.KaizaError({ error_code: 'SESSION_LOCKED' }));
      `,
      output: [
        lines`
          import * as errors from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          log(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
          log(new errors.KaizaError({ error_code: 'SESSION_LOCKED' }));
          log(new errors.KaizaError({ error_code: 'SESSION_LOCKED' }));
        `,
        lines`
          import * as errors from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          log(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
          log(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
          log(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
        `,
      ],
      errors: [
        { messageId: "legacyConstruction" },
        { messageId: "legacyConstruction" },
        { messageId: "legacyConstruction" },
      ],
    },

    // Invariants
    made(
      "a violated invariant",
      outdent`
        throw new KaizaError({
          error_code: ERROR_CODES.INVARIANT_VIOLATION,
          phase: "A",
          invariant: "PLAN_ID",
          cause: err,
        });
      `,
      outdent`
        throw SystemError.invariantViolation("PLAN_ID", {
          phase_id: "A",
          cause: err,
        });
      `,
    ),
    made(
      "an invariant that is a constant of another module",
      `throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: INVARIANTS.PLAN_ID });`,
      `throw SystemError.invariantViolation(INVARIANTS.PLAN_ID);`,
    ),
    made(
      "a violation without an invariant",
      `throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: null, human_message: "No" });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, { invariant_id: null, human_message: "No" });
      `,
    ),
    made(
      "an invariant that may be null",
      outdent`
        export const f = (invariant) => new KaizaError({
          error_code: "INVARIANT_VIOLATION",
          invariant,
        });
      `,
      outdent`
        export const f = (invariant) => SystemError.toolFailure(SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, {
          invariant_id: invariant,
        });
      `,
    ),

    // What cannot be known
    reported("an argument that is a variable", `throw new KaizaError(details);`),
    reported("an argument with a spread", `throw new KaizaError({ ...base, error_code: "SESSION_LOCKED" });`),
    reported("an argument with a method", `throw new KaizaError({ error_code: "SESSION_LOCKED", phase() {} });`),
    reported(
      "an argument with a getter",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", get phase() { return "A"; } });`,
    ),
    reported("an argument with a computed name", `throw new KaizaError({ error_code: "SESSION_LOCKED", [key]: "A" });`),
    reported(
      "a property that is there twice",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A", phase: "B" });`,
    ),
    reported("more than one argument", `throw new KaizaError({ error_code: "SESSION_LOCKED" }, options);`),
    reported("no argument", `throw new KaizaError();`),
    reported(
      "a property that has no place in the envelope",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", details: { a: 1 } });`,
      "unmappedField",
    ),
  ],
});
