import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { made, suggested } from "./legacy-constructions.js";

const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));

const LEGACY_ERROR = `new KaizaError({ error_code: "SESSION_LOCKED" })`;
const CONTRACT_ERROR = `SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)`;

/** A function that throws an error, and asks for its class. */
const checking = (error: string, check: string, member = "stack") =>
  `${BOTH}
  export function f() {
    try { const error = ${error}; throw error; } catch (err) { return ${check} ? err.${member} : err; }
  }
  ${USE}`;

/** The finding about the check, where the error is this one. */
const checked = (error: string, member?: string) => ({
  messageId: "legacyCheck" as const,
  suggestions: [
    {
      messageId: "checkBoth" as const,
      output: checking(error, "err instanceof KaizaError || err instanceof SystemError", member),
    },
    { messageId: "checkNew" as const, output: checking(error, "err instanceof SystemError", member) },
  ],
});

javascriptRuleTester.run("no-legacy-error: constructions that other code depends on", rule, {
  valid: [],
  invalid: [
    // Dependents
    suggested(
      "a throw that a catch around it tells by the class",
      outdent`
        export function f() {
          try {
            throw new KaizaError({ error_code: "SESSION_LOCKED" });
          } catch (err) {
            return err.name === "KaizaError";
          }
        }
      `,
      outdent`
        export function f() {
          try {
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
          } catch (err) {
            return err.name === "KaizaError";
          }
        }
      `,
    ),
    suggested(
      "a throw that a catch around it reads a renamed field of",
      outdent`
        export function f() {
          try {
            throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" });
          } catch (err) {
            log(err.phase);
          }
        }
      `,
      outdent`
        export function f() {
          try {
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
          } catch (err) {
            log(err.phase);
          }
        }
      `,
    ),
    suggested(
      "a throw that a catch around it destructures",
      outdent`
        export function f() {
          try {
            throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" });
          } catch ({ phase }) {
            log(phase);
          }
        }
      `,
      outdent`
        export function f() {
          try {
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
          } catch ({ phase }) {
            log(phase);
          }
        }
      `,
    ),
    made(
      "a throw in the catch itself",
      outdent`
        export function f() {
          try {
            read();
          } catch (err) {
            if (err.name === "KaizaError") throw err;
            throw new KaizaError({ error_code: "SESSION_LOCKED" });
          }
        }
      `,
      outdent`
        export function f() {
          try {
            read();
          } catch (err) {
            if (err.name === "KaizaError") throw err;
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
          }
        }
      `,
    ),
    made(
      "a throw in a function that the try only makes",
      outdent`
        export function f() {
          try {
            return () => {
              throw new KaizaError({ error_code: "SESSION_LOCKED" });
            };
          } catch (err) {
            return err.phase;
          }
        }
      `,
      outdent`
        export function f() {
          try {
            return () => {
              throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
            };
          } catch (err) {
            return err.phase;
          }
        }
      `,
    ),
    {
      name: "a throw together with the check in a catch around it",
      code: checking(LEGACY_ERROR, "err instanceof KaizaError"),
      errors: [{ messageId: "legacyConstruction" }, checked(LEGACY_ERROR), ...used],
      output: checking(CONTRACT_ERROR, "err instanceof KaizaError || err instanceof SystemError"),
    },
    {
      name: "a throw, where a catch around it reads a field that the legacy class alone may have",
      code: checking(LEGACY_ERROR, "err instanceof KaizaError", "retries"),
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            { messageId: "makeWith", output: checking(CONTRACT_ERROR, "err instanceof KaizaError", "retries") },
          ],
        },
        checked(LEGACY_ERROR, "retries"),
        ...used,
      ],
    },
    {
      name: "a variable whose renamed field is read",
      code: outdent`
        ${BOTH}
        const e = new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" });
        log(e.phase);
        ${USE}
      `,
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "makeWith",
              output: outdent`
                ${BOTH}
                const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
                log(e.phase);
                ${USE}
              `,
            },
          ],
        },
        {
          messageId: "legacyField",
          suggestions: [
            {
              messageId: "readBoth",
              output: outdent`
                ${BOTH}
                const e = new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" });
                log(e.phase_id ?? e.phase);
                ${USE}
              `,
            },
            {
              messageId: "readNew",
              output: outdent`
                ${BOTH}
                const e = new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" });
                log(e.phase_id);
                ${USE}
              `,
            },
          ],
        },
        ...used,
      ],
    },
    suggested(
      "a return that the JSDoc promises the class for",
      outdent`
        /** @returns {Promise<KaizaError | SystemError>} */
        export function f() { return new KaizaError({ error_code: "SESSION_LOCKED" }); }
      `,
      outdent`
        /** @returns {Promise<KaizaError | SystemError>} */
        export function f() { return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); }
      `,
    ),

    made(
      "a throw in a function whose callers may know the class",
      outdent`
        function g() { throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" }); }
        export function f() { try { g(); } catch (err) { log(err.phase); } }
      `,
      outdent`
        function g() { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" }); }
        export function f() { try { g(); } catch (err) { log(err.phase); } }
      `,
    ),
    made(
      "a function that JSDoc says to ask for the class",
      outdent`
        /** @param {KaizaError | SystemError} err */
        function show(err) { log(err); }
        show(new KaizaError({ error_code: "SESSION_LOCKED" }));
      `,
      outdent`
        /** @param {KaizaError | SystemError} err */
        function show(err) { log(err); }
        show(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
      `,
    ),
  ],
});
