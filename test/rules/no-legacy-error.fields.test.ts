import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, reported } from "./legacy-constructions.js";

javascriptRuleTester.run("no-legacy-error: fields of constructions", rule, {
  valid: [],
  invalid: [
    // Fields
    made(
      "a message without fields",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: "No" });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: "No" });
      `,
    ),
    made(
      "a code at the end",
      `throw new KaizaError({ phase: "A", error_code: "SESSION_LOCKED" });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
      `,
    ),

    made(
      "lines that end with a carriage return",
      `throw new KaizaError({\r\n  error_code: "SESSION_LOCKED",\r\n  phase: "A",\r\n});`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {\r\n  phase_id: "A",\r\n});`,
    ),

    made(
      "shorthand properties",
      outdent`
        export const f = (phase, cause, human_message) => new KaizaError({
          error_code: "SESSION_LOCKED",
          phase,
          cause,
          human_message,
        });
      `,
      outdent`
        export const f = (phase, cause, human_message) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: phase,
          cause,
          human_message,
        });
      `,
    ),
    made(
      "quoted and computed keys",
      `throw new KaizaError({ "error_code": "SESSION_LOCKED", 'phase': "A", ["invariant"]: "I" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { 'phase_id': "A", ["invariant_id"]: "I" });`,
    ),
    made(
      "an explicit null, which is the default",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: null, invariant: undefined, cause: null });`,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: null, invariant_id: undefined, cause: null });
      `,
    ),
    made(
      "a component that is null, for which the envelope has a name",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", component: null });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ),
    made(
      "a message that is null, for which the factory has a text",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: null, phase: "A" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });`,
    ),
    made(
      "the order of what is evaluated",
      `throw new KaizaError({ phase: next(), error_code: "SESSION_LOCKED", cause: next() });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: next(), cause: next() });`,
    ),

    // Comments
    made(
      "every comment around and between the properties",
      outdent`
        throw new KaizaError({
          // Why it is locked
          error_code: ERROR_CODES.SESSION_LOCKED, // see the lock
          /* before */ phase: /* value */ "A", // after
          // last
        });
      `,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          // Why it is locked
          // see the lock
          /* before */ phase_id: /* value */ "A", // after
          // last
        });
      `,
    ),
    made(
      "a comment between key and code",
      `throw new KaizaError({ error_code: /* why */ "SESSION_LOCKED", phase: "A" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { /* why */ phase_id: "A" });`,
    ),
    made(
      "a comment in an object that has nothing else left",
      `throw new KaizaError({ error_code: "SESSION_LOCKED" /* no more */ });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { /* no more */ });`,
    ),

    made(
      "comments of two neighbours that both move",
      outdent`
        throw new KaizaError({
          error_code: "INVARIANT_VIOLATION", // one
          invariant: "I", // two
          phase: "A",
        });
      `,
      outdent`
        throw SystemError.invariantViolation("I", {
          // one
          // two
          phase_id: "A",
        });
      `,
    ),
    reported(
      "a comment behind new, which a throw must not be parted by",
      outdent`
        throw new // why
          KaizaError({ error_code: "SESSION_LOCKED" });
      `,
    ),
  ],
});
