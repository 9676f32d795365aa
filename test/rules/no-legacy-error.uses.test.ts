import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { fixed, reported, suggested, silent } from "./legacy-uses.js";

const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

javascriptRuleTester.run("no-legacy-error: conversions", rule, {
  valid: [],
  invalid: [
    {
      name: "a conversion, and takes the import along",
      code: lines`
        import { ERROR_CODES, ensureKaizaError } from "./error.js";
        try { read(); } catch (err) {
          throw ensureKaizaError(err, {
            error_code: ERROR_CODES.INTERNAL_ERROR,
            phase: "A",
          });
        }
      `,
      output: [
        lines`
          import { ERROR_CODES, ensureKaizaError } from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          try { read(); } catch (err) {
            throw SystemError.fromUnknown(err, {
              error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR,
              phase_id: "A",
            });
          }
        `,
        lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { read(); } catch (err) {
          throw SystemError.fromUnknown(err, {
            error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR,
            phase_id: "A",
          });
        }
      `,
      ],
      errors: [{ messageId: "legacyConversion", line: 3, column: 9, endColumn: 25 }],
    },
    reported("legacyConversion", "a conversion without an object", `export const f = (err) => ensureKaizaError(err);`),
    suggested(
      "legacyConversion",
      "a conversion without a code",
      `export const f = (err) => ensureKaizaError(err, { phase: "A" });`,
      `export const f = (err) => SystemError.fromUnknown(err, { phase_id: "A" });`,
    ),
    reported(
      "legacyConversion",
      "a conversion of spread arguments",
      `export const f = (args) => ensureKaizaError(...args);`,
    ),
  ],
});

javascriptRuleTester.run("no-legacy-error: subclasses", rule, {
  valid: [],
  invalid: [
    {
      name: "a class and what it says to the class above it",
      code: lines`
        import { KaizaError } from "./error.js";

        export class ScopeError extends KaizaError {
          constructor(file) {
            super({
              error_code: "PLAN_SCOPE_VIOLATION",
              phase: "PLAN",
              component: "PLAN_GUARD",
              human_message: \`\${file} is outside\`,
            });
            this.name = "ScopeError";
          }
        }
      `,
      output: [
        lines`
          import { KaizaError } from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

          export class ScopeError extends SystemError {
            constructor(file) {
              super({
                error_code: SYSTEM_ERROR_CODES.PLAN_SCOPE_VIOLATION,
                phase_id: "PLAN",
                tool_name: "plan_guard",
                human_message: \`\${file} is outside\`,
              });
              this.name = "ScopeError";
            }
          }
        `,
        lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        export class ScopeError extends SystemError {
          constructor(file) {
            super({
              error_code: SYSTEM_ERROR_CODES.PLAN_SCOPE_VIOLATION,
              phase_id: "PLAN",
              tool_name: "plan_guard",
              human_message: \`\${file} is outside\`,
            });
            this.name = "ScopeError";
          }
        }
      `,
      ],
      errors: [{ messageId: "legacySubclass", line: 3, column: 33, endColumn: 43 }],
    },
    suggested(
      "legacySubclass",
      "a class that reads a renamed field",
      outdent`
        export class X extends KaizaError {
          constructor() {
            super({ error_code: "SESSION_LOCKED", phase: "A" });
            log(this.phase);
          }
        }
      `,
      outdent`
          export class X extends SystemError {
            constructor() {
              super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED, phase_id: "A" });
              log(this.phase);
            }
          }
        `,
    ),
    reported(
      "legacySubclass",
      "a class without a constructor: its callers give the legacy fields",
      `export class X extends KaizaError {}`,
    ),
    reported(
      "legacySubclass",
      "a constructor that hands its argument on",
      `export class X extends KaizaError { constructor(details) { super(details); } }`,
    ),
  ],
});

const both = (check: string) => `${check} || err instanceof SystemError`;

javascriptRuleTester.run("no-legacy-error: instanceof", rule, {
  valid: [
    { name: "a check of the contract's class", code: `${CONTRACT}export const f = (e) => e instanceof SystemError;` },
  ],
  invalid: [
    suggested(
      "legacyCheck",
      "a check",
      `export const f = (err) => (err instanceof KaizaError ? 1 : 2);`,
      `export const f = (err) => (${both("err instanceof KaizaError")} ? 1 : 2);`,
    ),
    suggested(
      "legacyCheck",
      "a check beside another condition",
      `if (err instanceof KaizaError && ready) stop();`,
      `if ((${both("err instanceof KaizaError")}) && ready) stop();`,
    ),
    fixed(
      "legacyCheck",
      "a check of a caught value that is read as both classes allow",
      `try { run(); } catch (err) { if (err instanceof KaizaError) throw err; log(err.error_code); }`,
      `try { run(); } catch (err) { if (${both("err instanceof KaizaError")}) throw err; log(err.error_code); }`,
    ),
    reported(
      "legacyCheck",
      "a check whose value may not be made twice",
      `export const f = () => next() instanceof KaizaError;`,
    ),
    silent("the half-way house", `export const f = (err) => err instanceof KaizaError || err instanceof SystemError;`),
    silent(
      "the half-way house in the other order, with the contract's guard",
      `if (SystemError.is(err) || err instanceof KaizaError) stop();`,
    ),
    reported("legacyName", "a class that a test expects", `assert.throws(() => f(), KaizaError);`),
  ],
});

const narrowed = (read: string) =>
  `export function f(err) { if (err instanceof KaizaError || err instanceof SystemError) { ${read} } }`;

javascriptRuleTester.run("no-legacy-error: fields", rule, {
  valid: [
    { name: "a comparison of names", code: `export const f = (err) => err.name === "KaizaError";` },
    { name: "a field of anything", code: `${CONTRACT}export const f = (err) => err.phase ?? err.component;` },
  ],
  invalid: [
    suggested(
      "legacyField",
      "a field where the class was checked",
      narrowed(`log(err.phase);`),
      narrowed(`log(err.phase_id ?? err.phase);`),
    ),
    suggested(
      "legacyField",
      "a field at the end of an optional chain",
      narrowed(`log(err?.phase + 1);`),
      narrowed(`log((err?.phase_id ?? err?.phase) + 1);`),
    ),
    suggested(
      "legacyField",
      "a field beside a default",
      narrowed("log(err.phase || 'NONE');"),
      narrowed("log((err.phase_id ?? err.phase) || 'NONE');"),
    ),
    suggested(
      "legacyField",
      "a field that is called",
      narrowed("err.phase();"),
      narrowed("(err.phase_id ?? err.phase)();"),
    ),
    reported("legacyField", "a field that is written", narrowed(`err.phase = "B";`)),
    silent("a read of both fields", narrowed(`log(err.phase_id ?? err.phase, err.component || err.tool_name);`)),
  ],
});

javascriptRuleTester.run("no-legacy-error: JSDoc", rule, {
  valid: [
    { name: "a comment that is not JSDoc", code: `/* @throws {KaizaError} */ // {@link KaizaError}` },
    {
      name: "a namesake of a package",
      code: `import { KaizaError } from "other"; /** @throws {KaizaError} */ export const f = () => g(KaizaError);`,
    },
    { name: "the type of a parameter", code: `/** @param {KaizaError} err */ export const f = (err) => err;` },
  ],
  invalid: [
    {
      name: "what is thrown, in a file that imports neither class, and a link",
      code: outdent`
        /** @throws {KaizaError} when it is locked, see {@link KaizaError} */
        export const f = () => g();
      `,
      output: outdent`
        /** @throws {SystemError} when it is locked, see {@link SystemError} */
        export const f = () => g();
      `,
      errors: [
        { messageId: "legacyName", line: 1, column: 14, endLine: 1, endColumn: 24 },
        { messageId: "legacyName" },
      ],
    },
    suggested(
      "legacyConstruction",
      "a comment beside an error that stays",
      outdent`
        /** @throws {KaizaError} */
        export const f = (error_code) => { throw new KaizaError({ error_code }); };
      `,
      outdent`
        /** @throws {KaizaError} */
        export const f = (error_code) => { throw SystemError.toolFailure(error_code); };
      `,
    ),
  ],
});
