import path from "node:path";
import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";

const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
// An option of ESLint that the types of the tester leave out.
const COMMONJS = { sourceType: "commonjs" } as object;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));
const whole = (code: string) => BOTH + code + USE;

type Message =
  | "legacyConstruction"
  | "legacyConversion"
  | "legacySubclass"
  | "legacyCheck"
  | "legacyField"
  | "legacyType"
  | "legacyCode"
  | "legacyName"
  | "unknownCode"
  | "unmappedField";

const fixed = (messageId: Message, name: string, code: string, output: string) => ({
  name,
  code: whole(code),
  output: whole(output),
  errors: [{ messageId }, ...used],
});
const reported = (messageId: Message, name: string, code: string) => ({
  name,
  code: whole(code),
  errors: [{ messageId, suggestions: [] }, ...used],
});
const suggested = <Id extends string>(messageId: Message, name: string, code: string, ...outputs: [Id, string][]) => ({
  name,
  code: whole(code),
  errors: [
    { messageId, suggestions: outputs.map(([id, output]) => ({ messageId: id as never, output: whole(output) })) },
    ...used,
  ],
});
const silent = (name: string, code: string) => ({ name, code: BOTH + code + USE, errors: [...used] });

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
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try { read(); } catch (err) {
          throw SystemError.fromUnknown(err, {
            error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR,
            phase_id: "A",
          });
        }
      `,
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
      `export const f = (err) => { const e = ensureKaizaError(err, ${OBJECT}); log(e.error_code, e.human_message); throw e; };`,
      `export const f = (err) => { const e = SystemError.fromUnknown(err, ${CONTEXT}); log(e.error_code, e.human_message); throw e; };`,
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
      output: lines`
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
      errors: [{ messageId: "legacySubclass", line: 3, column: 33, endColumn: 43 }],
    },
    fixed(
      "legacySubclass",
      "a class expression, and not its constructions",
      `export const X = class extends KaizaError { constructor() { super({ error_code: "SESSION_LOCKED" }); } }; throw new X();`,
      `export const X = class extends SystemError { constructor() { super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED }); } }; throw new X();`,
    ),
    suggested(
      "legacySubclass",
      "a class that reads a renamed field",
      `export class X extends KaizaError { constructor() { super({ error_code: "SESSION_LOCKED", phase: "A" }); log(this.phase); } }`,
      [
        "extend",
        `export class X extends SystemError { constructor() { super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED, phase_id: "A" }); log(this.phase); } }`,
      ],
    ),
    suggested(
      "legacySubclass",
      "a class that has a member of a renamed field's name",
      `export class X extends KaizaError { constructor() { super({ error_code: "SESSION_LOCKED" }); } get phase() { return "A"; } }`,
      [
        "extend",
        `export class X extends SystemError { constructor() { super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED }); } get phase() { return "A"; } }`,
      ],
    ),
    suggested(
      "legacySubclass",
      "a class whose instance a catch tells by a renamed field",
      outdent`
        class X extends KaizaError { constructor() { super({ error_code: "SESSION_LOCKED" }); } }
        export function f() { try { throw new X(); } catch (e) { log(e.phase); } }
      `,
      [
        "extend",
        outdent`
          class X extends SystemError { constructor() { super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED }); } }
          export function f() { try { throw new X(); } catch (e) { log(e.phase); } }
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
      `export class X extends KaizaError { constructor(a) { if (a) super({ error_code: "SESSION_LOCKED" }); else super({ error_code: "INTERNAL_ERROR" }); } }`,
    ),
    reported("legacyName", "a class that a mixin makes", `export class X extends mixin(KaizaError) {}`),
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
      "a negated check",
      `if (!(err instanceof KaizaError)) throw err;`,
      ["checkBoth", `if (!(${both("err instanceof KaizaError")})) throw err;`],
      ["checkNew", `if (!(err instanceof SystemError)) throw err;`],
    ),
    suggested(
      "legacyCheck",
      "a check beside another condition",
      `if (err instanceof KaizaError && ready) stop();`,
      ["checkBoth", `if ((${both("err instanceof KaizaError")}) && ready) stop();`],
      ["checkNew", `if (err instanceof SystemError && ready) stop();`],
    ),
    suggested(
      "legacyCheck",
      "a check in a chain of alternatives",
      `export const f = (err) => err instanceof KaizaError || err instanceof TypeError;`,
      ["checkBoth", `export const f = (err) => ${both("err instanceof KaizaError")} || err instanceof TypeError;`],
      ["checkNew", `export const f = (err) => err instanceof SystemError || err instanceof TypeError;`],
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
    reported("legacyName", "a call without new", `KaizaError({ error_code: "SESSION_LOCKED" });`),
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
    suggested(
      "legacyField",
      "a field in the rest of a condition",
      `export const f = (err) => (err instanceof KaizaError || SystemError.is(err)) && err.phase === "A";`,
      [
        "readBoth",
        `export const f = (err) => (err instanceof KaizaError || SystemError.is(err)) && (err.phase_id ?? err.phase) === "A";`,
      ],
      [
        "readNew",
        `export const f = (err) => (err instanceof KaizaError || SystemError.is(err)) && err.phase_id === "A";`,
      ],
    ),
    suggested(
      "legacyField",
      "a field behind a check that left the function",
      `export function f(err) { if (!(err instanceof KaizaError || SystemError.is(err))) throw err; return err.invariant; }`,
      [
        "readBoth",
        `export function f(err) { if (!(err instanceof KaizaError || SystemError.is(err))) throw err; return err.invariant_id ?? err.invariant; }`,
      ],
      [
        "readNew",
        `export function f(err) { if (!(err instanceof KaizaError || SystemError.is(err))) throw err; return err.invariant_id; }`,
      ],
    ),
    suggested(
      "legacyField",
      "an optional chain",
      narrowed("log(`${err?.component}`);"),
      ["readBoth", narrowed("log(`${err?.tool_name ?? err?.component}`);")],
      ["readNew", narrowed("log(`${err?.tool_name}`);")],
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
    suggested(
      "legacyField",
      "a field in brackets",
      narrowed(`log(err['phase']);`),
      ["readBoth", narrowed(`log(err['phase_id'] ?? err['phase']);`)],
      ["readNew", narrowed(`log(err['phase_id']);`)],
    ),
    suggested("legacyField", "a field that is written", narrowed(`err.phase = "B";`), [
      "readNew",
      narrowed(`err.phase_id = "B";`),
    ]),
    suggested("legacyField", "a destructured field", narrowed(`const { phase } = err; log(phase);`), [
      "readNew",
      narrowed(`const { phase_id: phase } = err; log(phase);`),
    ]),
    suggested(
      "legacyField",
      "a destructured field under another name",
      narrowed(`const { phase: p = "A" } = err; log(p);`),
      ["readNew", narrowed(`const { phase_id: p = "A" } = err; log(p);`)],
    ),
    {
      name: "a parameter that JSDoc declares, at its type only",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        /** @param {KaizaError} err */
        export const f = (err) => err.phase ?? [SystemError, SYSTEM_ERROR_CODES];
      `,
      errors: [
        {
          messageId: "legacyType",
          suggestions: [
            {
              messageId: "nameBoth",
              output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                /** @param {KaizaError | SystemError} err */
                export const f = (err) => err.phase ?? [SystemError, SYSTEM_ERROR_CODES];
              `,
            },
            {
              messageId: "nameNew",
              output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                /** @param {SystemError} err */
                export const f = (err) => err.phase ?? [SystemError, SYSTEM_ERROR_CODES];
              `,
            },
          ],
        },
      ],
    },
    silent("a read of both fields", narrowed(`log(err.phase_id ?? err.phase, err.component || err.tool_name);`)),
    silent("fields that keep their names", narrowed(`log(err.error_code, err.human_message, err.cause);`)),
    silent(
      "a field where the class was ruled out",
      `export function f(err) { if (!(err instanceof KaizaError) && !SystemError.is(err)) { log(err.phase); } }`,
    ),
    silent(
      "a field beside an alternative of which nothing is known",
      `export function f(err) { if (err instanceof KaizaError || err instanceof SystemError || ready) log(err.phase); }`,
    ),
    silent(
      "a variable that is written again",
      `export function f(err) { if (err instanceof KaizaError || SystemError.is(err)) { log(err.phase); } err = other; }`,
    ),
  ],
});

javascriptRuleTester.run("no-legacy-error: codes", rule, {
  valid: [
    { name: "the contract's codes", code: `${CONTRACT}log(SYSTEM_ERROR_CODES.SESSION_LOCKED);` },
    {
      name: "a namesake of the file",
      code: outdent`
        const ERROR_CODES = { A: 1 };
        log(ERROR_CODES.A);
      `,
    },
  ],
  invalid: [
    {
      name: "a code, and takes the import along",
      code: lines`
        import { ERROR_CODES } from "./error.js";
        export const f = (e) => e.error_code === ERROR_CODES.SESSION_LOCKED;
      `,
      output: lines`
        import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export const f = (e) => e.error_code === SYSTEM_ERROR_CODES.SESSION_LOCKED;
      `,
      errors: [{ messageId: "legacyCode", line: 2, column: 42, endColumn: 53 }],
    },
    fixed(
      "legacyCode",
      "a code in brackets",
      `log(ERROR_CODES["SESSION_LOCKED"]);`,
      `log(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ),
    fixed(
      "legacyCode",
      "a mapped code that is sent",
      `denied(ERROR_CODES.WRITE_REJECTED);`,
      `denied(SYSTEM_ERROR_CODES.POLICY_VIOLATION);`,
    ),
    suggested(
      "legacyCode",
      "a mapped code that is compared: something may still send the legacy one",
      `export const f = (e) => e.error_code === ERROR_CODES.WRITE_REJECTED;`,
      ["useCode", `export const f = (e) => e.error_code === SYSTEM_ERROR_CODES.POLICY_VIOLATION;`],
    ),
    suggested(
      "legacyCode",
      "a mapped code in a case",
      `export const f = (e) => { switch (e.error_code) { case ERROR_CODES.BYPASS_ATTEMPT: return 1; } };`,
      [
        "useCode",
        `export const f = (e) => { switch (e.error_code) { case SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION: return 1; } };`,
      ],
    ),
    suggested(
      "legacyCode",
      "a mapped code in a list, where others are looked up",
      `export const DENIED = [ERROR_CODES.BYPASS_ATTEMPT];`,
      ["useCode", `export const DENIED = [SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION];`],
    ),
    suggested(
      "legacyCode",
      "a mapped code that a variable can hold",
      `export const f = (yes) => { const code = yes ? ERROR_CODES.WRITE_REJECTED : other; return code; };`,
      [
        "useCode",
        `export const f = (yes) => { const code = yes ? SYSTEM_ERROR_CODES.POLICY_VIOLATION : other; return code; };`,
      ],
    ),
    suggested("unknownCode", "a code that is not there", `log(ERROR_CODES.SESION_LOCKED);`, [
      "useCode",
      `log(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ]),
    fixed(
      "legacyName",
      "destructured codes of the same names",
      `const { SESSION_LOCKED, INTERNAL_ERROR: other } = ERROR_CODES; log(SESSION_LOCKED, other);`,
      `const { SESSION_LOCKED, INTERNAL_ERROR: other } = SYSTEM_ERROR_CODES; log(SESSION_LOCKED, other);`,
    ),
    reported(
      "legacyName",
      "destructured codes of which one has another name",
      `const { WRITE_REJECTED } = ERROR_CODES; log(WRITE_REJECTED);`,
    ),
    reported("legacyName", "the codes object as a whole", `export const all = Object.values(ERROR_CODES);`),
    reported("legacyName", "a code that only the run decides", `export const f = (key) => ERROR_CODES[key];`),
  ],
});

const ALIASED = `import { ERROR_CODES } from "#core/errors";\n`;

javascriptRuleTester.run("no-legacy-error: a codes object that cannot be read", rule, {
  valid: [
    {
      name: "numbers of another module, of which some name is no code",
      code: `import { ERROR_CODES as D } from "#lib/http-codes"; send(D.NOT_FOUND, D.INTERNAL_ERROR);`,
    },
    {
      name: "a single name that is no code, however near",
      code: `${ALIASED}log(ERROR_CODES.SESION_LOCKED);`,
    },
    { name: "the object as a whole", code: `${ALIASED}export const all = Object.values(ERROR_CODES);` },
    { name: "an object that is exported again", code: `export { ERROR_CODES } from "#core/errors";` },
    {
      name: "destructured codes",
      code: `${ALIASED}const { SESSION_LOCKED } = ERROR_CODES; log(SESSION_LOCKED);`,
    },
    {
      name: "a module of the project that its parser does not understand",
      filename: path.join(import.meta.dirname, "../fixtures/typed/legacy/plain.js"),
      code: `import { ERROR_CODES } from "./error.js"; log(ERROR_CODES.TEAPOT, ERROR_CODES.INTERNAL_ERROR);`,
    },
  ],
  invalid: [
    {
      name: "names that are all codes",
      code: outdent`
        import { ERROR_CODES } from "#core/errors";
        log(ERROR_CODES.SESSION_LOCKED);
      `,
      errors: [
        {
          messageId: "legacyCode",
          suggestions: [
            {
              messageId: "useCode",
              output: outdent`
                import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                log(SYSTEM_ERROR_CODES.SESSION_LOCKED);
              `,
            },
          ],
        },
      ],
    },
    {
      name: "an object that comes with the class",
      code: outdent`
        import { KaizaError, ERROR_CODES } from "#core/errors";
        log(ERROR_CODES.SESSION_LOCKED);
        export { KaizaError };
      `,
      output: outdent`
        import { KaizaError } from "#core/errors";
        import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        log(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        export { KaizaError };
      `,
      errors: [{ messageId: "legacyCode" }, { messageId: "legacyName", suggestions: [] }],
    },
    {
      name: "an object that comes with the class in a namespace",
      code: outdent`
        import * as errors from "#core/errors";
        log(errors.ERROR_CODES.SESSION_LOCKED, errors.KaizaError);
      `,
      output: outdent`
        import * as errors from "#core/errors";
        import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        log(SYSTEM_ERROR_CODES.SESSION_LOCKED, errors.KaizaError);
      `,
      errors: [{ messageId: "legacyCode" }, { messageId: "legacyName", suggestions: [] }],
    },
    {
      name: "an unused class stays as long as it vouches for codes in use",
      code: outdent`
        import { KaizaError, ERROR_CODES } from "#core/errors";
        export const f = (e) => e.error_code === ERROR_CODES.WRITE_REJECTED;
      `,
      errors: [
        {
          messageId: "legacyCode",
          suggestions: [
            {
              messageId: "useCode",
              output: outdent`
                import { KaizaError } from "#core/errors";
                import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                export const f = (e) => e.error_code === SYSTEM_ERROR_CODES.POLICY_VIOLATION;
              `,
            },
          ],
        },
      ],
    },
  ],
});

javascriptRuleTester.run("no-legacy-error: imports", rule, {
  valid: [
    { name: "other names of the legacy module", code: `import { formatError } from "./error.js";` },
    { name: "an unused namespace of another module", code: `import * as plan from "./plan.js";` },
  ],
  invalid: [
    {
      name: "imports that nothing uses, all at once",
      code: lines`
        import { KaizaError, formatError, ERROR_CODES } from "./error.js";
        log(formatError);
      `,
      output: lines`
        import { formatError } from "./error.js";
        log(formatError);
      `,
      errors: [
        { messageId: "leftBehind", column: 10, endColumn: 20, data: { legacy: "KaizaError" } },
        { messageId: "leftBehind", data: { legacy: "ERROR_CODES" } },
      ],
    },
    {
      name: "an import with nothing else in it",
      code: lines`
        import { KaizaError as E } from "./error.js";
        log();
      `,
      output: lines`
        log();
      `,
      errors: [{ messageId: "leftBehind" }],
    },
    {
      name: "names that a function takes for itself stay, with nothing that says so",
      code: lines`
        export async function f() {
          const { KaizaError } = await import("./error.js");
          throw new KaizaError({ error_code: "SESSION_LOCKED" });
        }
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        export async function f() {
          const { KaizaError } = await import("./error.js");
          throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        }
      `,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a required name that nothing uses",
      code: lines`
        const { KaizaError, formatError } = require("./error.js");
        log(formatError);
      `,
      output: lines`
        const { formatError } = require("./error.js");
        log(formatError);
      `,
      languageOptions: COMMONJS,
      errors: [{ messageId: "leftBehind" }],
    },
    {
      name: "an import whose comment would be lost",
      code: lines`
        import {
          KaizaError, // deprecated since 2.0
          formatError,
        } from "./error.js";
        log(formatError);
      `,
      errors: [{ messageId: "leftBehind" }],
    },
    {
      name: "names that are exported from the legacy module",
      code: `export { KaizaError, ERROR_CODES as CODES, formatError } from "./error.js";`,
      errors: [
        { messageId: "legacyName", column: 10, endColumn: 20, suggestions: [] },
        { messageId: "legacyName", suggestions: [] },
      ],
    },
    {
      name: "an import that only a type in JSDoc uses, at the type",
      code: lines`
        import { KaizaError } from "./error.js";
        /** @param {KaizaError} err */
        export const f = (err) => err;
      `,
      errors: [
        {
          messageId: "legacyType",
          suggestions: [
            {
              messageId: "nameBoth",
              output: lines`
                import { KaizaError } from "./error.js";
                /** @param {KaizaError | import("error-contract/kaiza").SystemError} err */
                export const f = (err) => err;
              `,
            },
            {
              messageId: "nameNew",
              output: lines`
                import { KaizaError } from "./error.js";
                /** @param {import("error-contract/kaiza").SystemError} err */
                export const f = (err) => err;
              `,
            },
          ],
        },
      ],
    },
  ],
});

const doc = (text: string) => outdent`
  ${BOTH}/** ${text} */
  export const f = () => 1;
  export { KaizaError, ERROR_CODES, ensureKaizaError };
`;

javascriptRuleTester.run("no-legacy-error: JSDoc", rule, {
  valid: [
    { name: "a comment that is not JSDoc", code: `/* @throws {KaizaError} */ // {@link KaizaError}` },
    { name: "the class in a sentence", code: `/** The KaizaError is deprecated. */` },
    { name: "a namesake of the file", code: `/** @param {Other.KaizaError} err */ export const f = (err) => err;` },
    {
      name: "a namesake from a package",
      code: `import { KaizaError } from "other"; /** @throws {KaizaError} */ export const f = () => { throw KaizaError; };`,
    },
    { name: "a property of that name", code: `/** @type {{ KaizaError: string }} */ export const f = {};` },
    {
      name: "both classes",
      code: `/** @param {KaizaError | import("error-contract/kaiza").SystemError} err */ export const f = (err) => err;`,
    },
  ],
  invalid: [
    {
      name: "what is thrown",
      code: doc("@throws {KaizaError} when it is locked"),
      output: doc("@throws {SystemError} when it is locked"),
      errors: [{ messageId: "legacyType", line: 3, column: 14, endLine: 3, endColumn: 24 }, ...used],
    },
    {
      name: "what is thrown, in a file that imports neither class",
      code: outdent`
        /** @throws {KaizaError} */
        export const f = () => g();
      `,
      output: outdent`
        /** @throws {SystemError} */
        export const f = () => g();
      `,
      errors: [{ messageId: "legacyType" }],
    },
    {
      name: "what is thrown, without braces",
      code: doc("@throws KaizaError"),
      output: doc("@throws SystemError"),
      errors: [{ messageId: "legacyType" }, ...used],
    },
    {
      name: "a link",
      code: doc("See {@link KaizaError the class}."),
      output: doc("See {@link SystemError the class}."),
      errors: [{ messageId: "legacyType" }, ...used],
    },
    {
      name: "a reference",
      code: doc("@see KaizaError"),
      output: doc("@see SystemError"),
      errors: [{ messageId: "legacyType" }, ...used],
    },
    {
      name: "a link to a member",
      code: doc("See {@link KaizaError#phase}."),
      errors: [{ messageId: "legacyType", suggestions: [] }, ...used],
    },
    {
      name: "a parameter",
      code: doc("@param {KaizaError} err"),
      errors: [
        {
          messageId: "legacyType",
          suggestions: [
            { messageId: "nameBoth", output: doc("@param {KaizaError | SystemError} err") },
            { messageId: "nameNew", output: doc("@param {SystemError} err") },
          ],
        },
        ...used,
      ],
    },
    {
      name: "a list of errors",
      code: doc("@returns {Promise<KaizaError[]>}"),
      errors: [
        {
          messageId: "legacyType",
          suggestions: [
            { messageId: "nameBoth", output: doc("@returns {Promise<(KaizaError | SystemError)[]>}") },
            { messageId: "nameNew", output: doc("@returns {Promise<SystemError[]>}") },
          ],
        },
        ...used,
      ],
    },
    {
      name: "an import in a type",
      code: outdent`
        /** @param {import("./error.js").KaizaError} err */
        export const f = (err) => err;
      `,
      errors: [
        {
          messageId: "legacyType",
          suggestions: [
            {
              messageId: "nameBoth",
              output: outdent`
                /** @param {import("./error.js").KaizaError | import("error-contract/kaiza").SystemError} err */
                export const f = (err) => err;
              `,
            },
            {
              messageId: "nameNew",
              output: outdent`
                /** @param {import("error-contract/kaiza").SystemError} err */
                export const f = (err) => err;
              `,
            },
          ],
        },
      ],
    },
  ],
});

untypedRuleTester.run("no-legacy-error: TypeScript without types", rule, {
  valid: [
    {
      name: "the contract's class as a type",
      code: `import type { SystemError } from "error-contract/kaiza"; export const f = (e: SystemError) => e;`,
    },
    {
      name: "both classes",
      code: `${CONTRACT}export const f = (e: unknown) => SystemError.is(e) && SYSTEM_ERROR_CODES;`,
    },
  ],
  invalid: [
    {
      name: "a type, and makes its import one of values",
      code: lines`
        import type { KaizaError } from "./error.js";
        export const f = (e: KaizaError) => e;
      `,
      errors: [
        {
          messageId: "legacyType",
          column: 22,
          endColumn: 32,
          suggestions: [
            {
              messageId: "nameBoth",
              output: lines`
                import type { KaizaError } from "./error.js";
                import { SystemError } from "error-contract/kaiza";
                export const f = (e: KaizaError | SystemError) => e;
              `,
            },
            {
              messageId: "nameNew",
              output: lines`
                import { SystemError } from "error-contract/kaiza";
                export const f = (e: SystemError) => e;
              `,
            },
          ],
        },
      ],
    },
    suggested(
      "legacyType",
      "a list",
      `export const f = (e: KaizaError[]) => e;`,
      ["nameBoth", `export const f = (e: (KaizaError | SystemError)[]) => e;`],
      ["nameNew", `export const f = (e: SystemError[]) => e;`],
    ),
    suggested(
      "legacyType",
      "a name in a namespace",
      outdent`
        import * as errors from "./errors.js";
        export const f = (e: errors.KaizaError) => e;
      `,
      [
        "nameBoth",
        outdent`
          import * as errors from "./errors.js";
          export const f = (e: errors.KaizaError | SystemError) => e;
        `,
      ],
      ["nameNew", `export const f = (e: SystemError) => e;`],
    ),
    reported("legacyName", "an import in a type", `export type E = import("./error.js").KaizaError;`),
    reported("legacyType", "the type of the class itself", `export type C = typeof KaizaError;`),
    silent("a union of both classes", `export const f = (e: KaizaError | SystemError) => e;`),
    {
      name: "a field of a variable that is declared as the class",
      code: whole(`export const f = (e: KaizaError | SystemError, g: KaizaError | SystemError) => [e, g];`),
      errors: [...used],
    },
    {
      name: "a construction in a function that promises the class",
      code: whole(
        `export function f(): KaizaError | SystemError { return new KaizaError({ error_code: "SESSION_LOCKED" }); }`,
      ),
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "makeWith",
              output: whole(
                `export function f(): KaizaError | SystemError { return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); }`,
              ),
            },
          ],
        },
        ...used,
      ],
    },
    suggested(
      "legacyConstruction",
      "an argument of another module's function, which may ask for the class",
      outdent`
        import { show } from "./show.js";
        show(new KaizaError({ error_code: "SESSION_LOCKED" }));
      `,
      [
        "makeWith",
        outdent`
          import { show } from "./show.js";
          show(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
        `,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a return in a function whose type stands at its variable",
      outdent`
        type Make = () => Error;
        export const f: Make = () => new KaizaError({ error_code: "SESSION_LOCKED" });
      `,
      [
        "makeWith",
        outdent`
          type Make = () => Error;
          export const f: Make = () => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        `,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a value of a typed table",
      `export const all: Record<string, Error> = { locked: new KaizaError({ error_code: "SESSION_LOCKED" }) };`,
      [
        "makeWith",
        `export const all: Record<string, Error> = { locked: SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED) };`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a field of a class",
      `export class Box { last = new KaizaError({ error_code: "SESSION_LOCKED" }); }`,
      ["makeWith", `export class Box { last = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); }`],
    ),
    suggested(
      "legacyConstruction",
      "an assignment to a member",
      `export class Box { last?: Error; keep() { this.last = new KaizaError({ error_code: "SESSION_LOCKED" }); } }`,
      [
        "makeWith",
        `export class Box { last?: Error; keep() { this.last = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); } }`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "an assignment to a variable",
      outdent`
        let last;
        last = new KaizaError({ error_code: "SESSION_LOCKED" });
        show(last);
      `,
      [
        "makeWith",
        outdent`
          let last;
          last = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
          show(last);
        `,
      ],
    ),
    suggested(
      "legacyConstruction",
      "an element of a typed map",
      `export const all = new Map<string, Error>([["a", new KaizaError({ error_code: "SESSION_LOCKED" })]]);`,
      [
        "makeWith",
        `export const all = new Map<string, Error>([["a", SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)]]);`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "what a generator yields",
      `export function* all(): Generator<Error> { yield new KaizaError({ error_code: "SESSION_LOCKED" }); }`,
      [
        "makeWith",
        `export function* all(): Generator<Error> { yield SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); }`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a member of an object that is returned",
      `export function f(): Result { return { error: new KaizaError({ error_code: "SESSION_LOCKED" }) }; }`,
      [
        "makeWith",
        `export function f(): Result { return { error: SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED) }; }`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a member of an object that satisfies a type",
      `export const r = { error: new KaizaError({ error_code: "SESSION_LOCKED" }) } satisfies Result;`,
      [
        "makeWith",
        `export const r = { error: SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED) } satisfies Result;`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a default of a parameter",
      `export function f(error: Error = new KaizaError({ error_code: "SESSION_LOCKED" })) { return error; }`,
      [
        "makeWith",
        `export function f(error: Error = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)) { return error; }`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a constant that is returned",
      `export function f() { const e = new KaizaError({ error_code: "SESSION_LOCKED" }); return e; }`,
      [
        "makeWith",
        `export function f() { const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); return e; }`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a constant that is exported",
      `export const e = new KaizaError({ error_code: "SESSION_LOCKED" });`,
      ["makeWith", `export const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);`],
    ),
    suggested(
      "legacyConstruction",
      "a rejecting function of the file that asks for the class",
      `export function f(reject: (e: KaizaError | SystemError) => void) { reject(new KaizaError({ error_code: "SESSION_LOCKED" })); }`,
      [
        "makeWith",
        `export function f(reject: (e: KaizaError | SystemError) => void) { reject(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)); }`,
      ],
    ),
    fixed(
      "legacyConstruction",
      "a constant that is only recorded and thrown",
      `export function f(logger: Logger) { const e = new KaizaError({ error_code: "SESSION_LOCKED" }); logger.warn({ err: e }, \`\${e.message}\`); throw e; }`,
      `export function f(logger: Logger) { const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); logger.warn({ err: e }, \`\${e.message}\`); throw e; }`,
    ),
    fixed(
      "legacyConstruction",
      "a rejection",
      `export const f = (): Promise<void> => Promise.reject(new KaizaError({ error_code: "SESSION_LOCKED" }));`,
      `export const f = (): Promise<void> => Promise.reject(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));`,
    ),
    fixed(
      "legacyConstruction",
      "what a callback is given",
      `export function f(next: (e?: unknown) => void) { next(new KaizaError({ error_code: "SESSION_LOCKED" })); }`,
      `export function f(next: (e?: unknown) => void) { next(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)); }`,
    ),
    fixed(
      "legacyConstruction",
      "an argument of a logger",
      outdent`
        import { logger } from "./log.js";
        logger.error(new KaizaError({ error_code: "SESSION_LOCKED" }));
      `,
      outdent`
        import { logger } from "./log.js";
        logger.error(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
      `,
    ),
    fixed(
      "legacyConstruction",
      "a name that is annotated as a string",
      `export const f = (component: string) => { throw new KaizaError({ error_code: "SESSION_LOCKED", component }); };`,
      `export const f = (component: string) => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() }); };`,
    ),
    suggested(
      "legacySubclass",
      "a class with a name of its own, which the type of the contract's class does not allow",
      `export class X extends KaizaError { constructor() { super({ error_code: "SESSION_LOCKED" }); this.name = "X"; } }`,
      [
        "extend",
        `export class X extends SystemError { constructor() { super({ error_code: SYSTEM_ERROR_CODES.SESSION_LOCKED }); this.name = "X"; } }`,
      ],
    ),
    suggested(
      "legacyConstruction",
      "a construction that is asserted to be of some type",
      `export const e = new KaizaError({ error_code: "SESSION_LOCKED" }) as Error;`,
      ["makeWith", `export const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED) as Error;`],
    ),
  ],
});
