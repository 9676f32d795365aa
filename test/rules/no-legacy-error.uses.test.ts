import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { fixed, reported, suggested, silent } from "./legacy-uses.js";
import { readRewrite, readRewriteWithImport } from "../kit/marked-rewrite.js";
import { createCases } from "../kit/create-cases.js";

const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

javascriptRuleTester.run("no-legacy-error: conversions", rule, {
  valid: [],
  invalid: [
    {
      name: "a conversion, and takes the import along",
      ...readRewriteWithImport(lines`
        import { ERROR_CODES, ensureKaizaError } from "./error.js";
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        »try { read(); } catch (err) {
          throw «ensureKaizaError ⇒ SystemError.fromUnknown»(err, {
            error_code: «ERROR_CODES ⇒ SYSTEM_ERROR_CODES».INTERNAL_ERROR,
            «phase ⇒ phase_id»: "A",
          });
        }
      `),
      errors: [{ messageId: "legacyConversion", line: 3, column: 9, endColumn: 25 }],
    },
    reported("a conversion without an object", `export const f = (err) => ensureKaizaError(err);`, "legacyConversion"),
    suggested(
      "a conversion without a code",
      `export const f = (err) => «ensureKaizaError(err, { phase ⇒ SystemError.fromUnknown(err, { phase_id»: "A" });`,
      "legacyConversion",
    ),
    reported(
      "a conversion of spread arguments",
      `export const f = (args) => ensureKaizaError(...args);`,
      "legacyConversion",
    ),
  ],
});

javascriptRuleTester.run("no-legacy-error: subclasses", rule, {
  valid: [],
  invalid: [
    {
      name: "a class and what it says to the class above it",
      ...readRewriteWithImport(lines`
        import { KaizaError } from "./error.js";
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        »
        export class ScopeError extends «KaizaError ⇒ SystemError» {
          constructor(file) {
            super({
              error_code: «"PLAN_SCOPE_VIOLATION" ⇒ SYSTEM_ERROR_CODES.PLAN_SCOPE_VIOLATION»,
              «phase ⇒ phase_id»: "PLAN",
              «component: "PLAN_GUARD ⇒ tool_name: "plan_guard»",
              human_message: \`\${file} is outside\`,
            });
            this.name = "ScopeError";
          }
        }
      `),
      errors: [{ messageId: "legacySubclass", line: 3, column: 33, endColumn: 43 }],
    },
    suggested(
      "a class that reads a renamed field",
      outdent`
        export class X extends «KaizaError ⇒ SystemError» {
          constructor() {
            super({ error_code: «"SESSION_LOCKED", phase ⇒ SYSTEM_ERROR_CODES.SESSION_LOCKED, phase_id»: "A" });
            log(this.phase);
          }
        }
      `,
      "legacySubclass",
    ),
    reported(
      "a class without a constructor: its callers give the legacy fields",
      `export class X extends KaizaError {}`,
      "legacySubclass",
    ),
    reported(
      "a constructor that hands its argument on",
      `export class X extends KaizaError { constructor(details) { super(details); } }`,
      "legacySubclass",
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
      "a check",
      `export const f = (err) => («err instanceof KaizaError ⇒ ${both("err instanceof KaizaError")}» ? 1 : 2);`,
      "legacyCheck",
    ),
    suggested(
      "a check beside another condition",
      `if («err instanceof KaizaError ⇒ (${both("err instanceof KaizaError")})» && ready) stop();`,
      "legacyCheck",
    ),
    fixed(
      "a check of a caught value that is read as both classes allow",
      `try { run(); } catch (err) { if («err instanceof KaizaError ⇒ ${both("err instanceof KaizaError")}») throw err; log(err.error_code); }`,
      "legacyCheck",
    ),
    reported(
      "a check whose value may not be made twice",
      `export const f = () => next() instanceof KaizaError;`,
      "legacyCheck",
    ),
    ...createCases(silent, {
      "the half-way house": `export const f = (err) => err instanceof KaizaError || err instanceof SystemError;`,
      "the half-way house in the other order, with the contract's guard": `if (SystemError.is(err) || err instanceof KaizaError) stop();`,
    }),
    reported("a class that a test expects", `assert.throws(() => f(), KaizaError);`, "legacyName"),
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
    ...createCases((name, marked) => suggested(name, narrowed(marked), "legacyField"), {
      "a field where the class was checked": `log(«err.phase ⇒ err.phase_id ?? err.phase»);`,
      "a field at the end of an optional chain": `log(«err?.phase ⇒ (err?.phase_id ?? err?.phase)» + 1);`,
      "a field beside a default": `log(«err.phase ⇒ (err.phase_id ?? err.phase)» || 'NONE');`,
      "a field that is called": `«err.phase ⇒ (err.phase_id ?? err.phase)»();`,
    }),
    reported("a field that is written", narrowed(`err.phase = "B";`), "legacyField"),
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
      ...readRewrite(outdent`
        /** @throws {«KaizaError} when it is locked, see {@link KaizaError ⇒ SystemError} when it is locked, see {@link SystemError»} */
        export const f = () => g();
      `),
      errors: [
        { messageId: "legacyName", line: 1, column: 14, endLine: 1, endColumn: 24 },
        { messageId: "legacyName" },
      ],
    },
    suggested(
      "a comment beside an error that stays",
      outdent`
        /** @throws {KaizaError} */
        export const f = (error_code) => { throw «new KaizaError({ error_code } ⇒ SystemError.toolFailure(error_code»); };
      `,
      "legacyConstruction",
    ),
  ],
});
