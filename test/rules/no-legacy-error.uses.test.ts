import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { fixed, reported, suggested, silent } from "./legacy-uses.js";

const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

const OBJECT = `{ error_code: ERROR_CODES.INTERNAL_ERROR, phase: "A", component: "X", invariant: "I" }`;
const CONTEXT = `{ error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR, phase_id: "A", tool_name: "x", invariant_id: "I" }`;

javascriptRuleTester.run("no-legacy-error: conversions", rule, {
  valid: [{ name: "a namesake of the file", code: `const ensureKaizaError = (e) => e; ensureKaizaError(err, {});` }],
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
    fixed(
      "legacyConversion",
      "every field",
      `export const f = (err) => ensureKaizaError(err, ${OBJECT});`,
      `export const f = (err) => SystemError.fromUnknown(err, ${CONTEXT});`,
    ),
    fixed(
      "legacyConversion",
      "a result that is read under the names that stay",
      outdent`
        export const f = (err) => {
          const e = ensureKaizaError(err, ${OBJECT});
          log(e.error_code, e.human_message);
          throw e;
        };
      `,
      outdent`
        export const f = (err) => {
          const e = SystemError.fromUnknown(err, { error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR, phase_id: "A", tool_name: "x", invariant_id: "I" });
          log(e.error_code, e.human_message);
          throw e;
        };
      `,
    ),
    suggested(
      "legacyConversion",
      "a conversion without an object",
      `export const f = (err) => ensureKaizaError(err);`,
      ["convertWith", `export const f = (err) => SystemError.fromUnknown(err);`],
    ),
    suggested(
      "legacyConversion",
      "a conversion without a code",
      `export const f = (err) => ensureKaizaError(err, { phase: "A" });`,
      ["convertWith", `export const f = (err) => SystemError.fromUnknown(err, { phase_id: "A" });`],
    ),
    reported(
      "legacyConversion",
      "a conversion with a variable",
      `export const f = (err, context) => ensureKaizaError(err, context);`,
    ),
    reported(
      "legacyConversion",
      "a conversion of spread arguments",
      `export const f = (args) => ensureKaizaError(...args);`,
    ),
    reported(
      "legacyName",
      "a converter that is handed on",
      `export const f = (errors) => errors.map(ensureKaizaError);`,
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
              phase: "PLAN", // where
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
                phase_id: "PLAN", // where
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
              phase_id: "PLAN", // where
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
    fixed(
      "legacySubclass",
      "a class expression, and not its constructions",
      outdent`
        export const X = class extends KaizaError {
          constructor() {
            super({ error_code: "SESSION_LOCKED" });
          }
        };
        throw new X();
      `,
      outdent`
        export const X = class extends SystemError {
          constructor() {
            super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED });
          }
        };
        throw new X();
      `,
    ),
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
      [
        "extend",
        outdent`
          export class X extends SystemError {
            constructor() {
              super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED, phase_id: "A" });
              log(this.phase);
            }
          }
        `,
      ],
    ),
    suggested(
      "legacySubclass",
      "a class that has a member of a renamed field's name",
      outdent`
        export class X extends KaizaError {
          constructor() {
            super({ error_code: "SESSION_LOCKED" });
          }
          get phase() {
            return "A";
          }
        }
      `,
      [
        "extend",
        outdent`
          export class X extends SystemError {
            constructor() {
              super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED });
            }
            get phase() {
              return "A";
            }
          }
        `,
      ],
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
    reported(
      "legacySubclass",
      "a constructor that chooses what to say",
      `export class X extends KaizaError {
        constructor(a) {
          if (a) super({ error_code: "SESSION_LOCKED" }); else super({ error_code: "INTERNAL_ERROR" });
        }
      }`,
    ),
  ],
});

const both = (check: string) => `${check} || err instanceof SystemError`;

javascriptRuleTester.run("no-legacy-error: instanceof", rule, {
  valid: [
    { name: "a check of the contract's class", code: `${CONTRACT}export const f = (e) => e instanceof SystemError;` },
  ],
  invalid: [
    {
      name: "a check, and brings the import along",
      code: lines`
        import { KaizaError } from "./error.js";
        export const f = (err) => (err instanceof KaizaError ? 1 : 2);
      `,
      errors: [
        {
          messageId: "legacyCheck",
          column: 43,
          endColumn: 53,
          suggestions: [
            {
              messageId: "checkBoth",
              output: lines`
                import { KaizaError } from "./error.js";
                import { SystemError } from "error-contract/kaiza";
                export const f = (err) => (err instanceof KaizaError || err instanceof SystemError ? 1 : 2);
              `,
            },
            {
              messageId: "checkNew",
              output: lines`
                import { KaizaError } from "./error.js";
                import { SystemError } from "error-contract/kaiza";
                export const f = (err) => (err instanceof SystemError ? 1 : 2);
              `,
            },
          ],
        },
      ],
    },

    suggested(
      "legacyCheck",
      "a check beside another condition",
      `if (err instanceof KaizaError && ready) stop();`,
      ["checkBoth", `if ((${both("err instanceof KaizaError")}) && ready) stop();`],
      ["checkNew", `if (err instanceof SystemError && ready) stop();`],
    ),

    suggested(
      "legacyCheck",
      "a check whose value may not be made twice",
      `export const f = () => next() instanceof KaizaError;`,
      ["checkNew", `export const f = () => next() instanceof SystemError;`],
    ),
    suggested(
      "legacyCheck",
      "a check beside one of another value",
      `export const f = (a, err) => err instanceof KaizaError || a instanceof SystemError;`,
      ["checkBoth", `export const f = (a, err) => ${both("err instanceof KaizaError")} || a instanceof SystemError;`],
      ["checkNew", `export const f = (a, err) => err instanceof SystemError || a instanceof SystemError;`],
    ),
    silent("the half-way house", `export const f = (err) => err instanceof KaizaError || err instanceof SystemError;`),
    silent(
      "the half-way house in the other order, with the contract's guard",
      `if (SystemError.is(err) || err instanceof KaizaError) stop();`,
    ),
    silent(
      "the half-way house, negated",
      `if (!(err instanceof KaizaError) && !(err instanceof SystemError)) throw err;`,
    ),
    reported("legacyName", "a class that a test expects", `assert.throws(() => f(), KaizaError);`),
    reported("legacyName", "another name for the class that is exported", `export const Failure = KaizaError;`),
  ],
});

const narrowed = (read: string) =>
  `export function f(err) { if (err instanceof KaizaError || err instanceof SystemError) { ${read} } }`;

javascriptRuleTester.run("no-legacy-error: fields", rule, {
  valid: [
    { name: "a comparison of names", code: `export const f = (err) => err.name === "KaizaError";` },
    { name: "a field of anything", code: `${CONTRACT}export const f = (err) => err.phase ?? err.component;` },
    {
      name: "a field of what another class made",
      code: `import { Plan } from "./plan.js"; const plan = new Plan(); log(plan.phase);`,
    },
  ],
  invalid: [
    suggested(
      "legacyField",
      "a field where the class was checked",
      narrowed(`log(err.phase);`),
      ["readBoth", narrowed(`log(err.phase_id ?? err.phase);`)],
      ["readNew", narrowed(`log(err.phase_id);`)],
    ),

    suggested("legacyField", "a field in the middle of an optional chain", narrowed(`log(err?.phase.length);`), [
      "readNew",
      narrowed(`log(err?.phase_id.length);`),
    ]),
    suggested(
      "legacyField",
      "a field with something behind it",
      narrowed(`log(err.phase.length);`),
      ["readBoth", narrowed(`log((err.phase_id ?? err.phase).length);`)],
      ["readNew", narrowed(`log(err.phase_id.length);`)],
    ),

    suggested("legacyField", "a field that is written", narrowed(`err.phase = "B";`), [
      "readNew",
      narrowed(`err.phase_id = "B";`),
    ]),

    silent("a read of both fields", narrowed(`log(err.phase_id ?? err.phase, err.component || err.tool_name);`)),
    silent("fields that keep their names", narrowed(`log(err.error_code, err.human_message, err.cause);`)),
  ],
});
