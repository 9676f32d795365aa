import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, suggested, reported } from "./legacy-constructions.js";

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
    {
      ...made(
        "a code of the project",
        `throw new KaizaError({ error_code: ERROR_CODES.UPSTREAM_FAILED });`,
        `throw SystemError.toolFailure("UPSTREAM_FAILED");`,
      ),
      settings: { errorContract: { ...kaizaSettings, codes: ["UPSTREAM_FAILED"], runtime: { module: "#contract" } } },
    },
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

    reported(
      "a code that nothing knows and nothing is near",
      `throw new KaizaError({ error_code: "QUX" });`,
      "unknownCode",
    ),

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

    // What cannot be known
    reported("an argument that is a variable", `throw new KaizaError(details);`),
    reported("an argument with a spread", `throw new KaizaError({ ...base, error_code: "SESSION_LOCKED" });`),

    reported(
      "an argument with a getter",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", get phase() { return "A"; } });`,
    ),

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
