import path from "node:path";
import parser from "@typescript-eslint/parser";
import { RuleTester } from "@typescript-eslint/rule-tester";
import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
// An option of ESLint that the types of the tester leave out.
const COMMONJS = { sourceType: "commonjs" } as object;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
/** Keeps the legacy imports in use, so that a case shows its own finding only. */
const USE = `\nexport { KaizaError, ERROR_CODES, ensureKaizaError };`;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));

const ownClass = {
  errorContract: {
    ...kaizaSettings,
    runtime: { module: path.join(import.meta.dirname, "../fixtures/own-class/core/system-error.js") },
  },
};
const inOwnProject = path.join(import.meta.dirname, "../fixtures/own-class/tools/read_file.js");

/** A construction, its only fix, and nothing else of interest. */
const made = (name: string, code: string, output: string) => ({
  name,
  code: BOTH + code + USE,
  output: BOTH + output + USE,
  errors: [{ messageId: "legacyConstruction" as const }, ...used],
});

/** A construction that is only suggested. */
const suggested = (name: string, code: string, output: string) => ({
  name,
  code: BOTH + code + USE,
  errors: [
    {
      messageId: "legacyConstruction" as const,
      suggestions: [{ messageId: "makeWith" as const, output: BOTH + output + USE }],
    },
    ...used,
  ],
});

/** A finding about a construction without fix or suggestion. */
const reported = (
  name: string,
  code: string,
  messageId: "legacyConstruction" | "unmappedField" | "unknownCode" = "legacyConstruction",
) => ({
  name,
  code: BOTH + code + USE,
  errors: [{ messageId, suggestions: [] }, ...used],
});

javascriptRuleTester.run("no-legacy-error: constructions", rule, {
  valid: [
    {
      name: "the contract's own error",
      code: `${CONTRACT}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATH);`,
    },
    {
      name: "a namesake from a package",
      code: `import { KaizaError } from "other"; throw new KaizaError({ error_code: "X" });`,
    },
    {
      name: "a namesake that is a parameter",
      code: `export const make = (KaizaError) => new KaizaError({ error_code: "X" });`,
    },
    { name: "a namesake that is global", code: `throw new KaizaError({ error_code: "INVALID_PATH" });` },
    {
      name: "the module that defines the legacy class",
      code: `export class KaizaError extends Error {} export const fail = () => new KaizaError({ error_code: "X" });`,
    },
    {
      name: "the module that defines the converter",
      code: `import { KaizaError } from "./error.js"; export function ensureKaizaError(err) { return new KaizaError({ error_code: "INTERNAL_ERROR", cause: err }); }`,
    },
    {
      name: "the module that defines the contract's class",
      code: `import { KaizaError } from "./error.js"; export class SystemError extends Error { static is(e) { return e instanceof KaizaError; } }`,
    },
    {
      name: "another codes object of the same name, in a module that can be read",
      filename: path.join(import.meta.dirname, "../fixtures/typed/legacy/plain.js"),
      code: `import { ERROR_CODES } from "./http-codes.js"; log(ERROR_CODES.INTERNAL_ERROR, ERROR_CODES.TIMEOUT);`,
    },
    {
      name: "any file while no class is deprecated",
      code: `${LEGACY}throw new KaizaError({ error_code: ERROR_CODES.SESSION_LOCKED });`,
      settings: { errorContract: { ...kaizaSettings, legacy: null } },
    },
  ],
  invalid: [
    {
      name: "a thrown error, and takes the import along",
      code: lines`
        import { KaizaError, ERROR_CODES } from "../core/error.js";

        export function requireSession(state) {
          if (state.lock) {
            throw new KaizaError({
              error_code: ERROR_CODES.SESSION_LOCKED,
              phase: "AUTHORIZATION",
              component: "SESSION_GUARD",
              invariant: "LOCKED_SESSION_IS_INERT",
              human_message: \`The session is locked: \${state.lock.reason}\`,
            });
          }
        }
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

        export function requireSession(state) {
          if (state.lock) {
            throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
              phase_id: "AUTHORIZATION",
              tool_name: "session_guard",
              invariant_id: "LOCKED_SESSION_IS_INERT",
              human_message: \`The session is locked: \${state.lock.reason}\`,
            });
          }
        }
      `,
      errors: [{ messageId: "legacyConstruction", line: 5, column: 15, endLine: 5, endColumn: 25 }],
    },
    {
      name: "several errors, in three passes",
      code: lines`
        import { KaizaError, ERROR_CODES } from "./error.js";
        export const a = () => { throw new KaizaError({ error_code: ERROR_CODES.INVARIANT_VIOLATION, invariant: "I" }); };
        export const b = () => { throw new KaizaError({ error_code: ERROR_CODES.SESSION_LOCKED }); };
        export const c = () => { throw new KaizaError({ error_code: ERROR_CODES.POLICY_VIOLATION }); };
      `,
      output: [
        lines`
          import { KaizaError, ERROR_CODES } from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          export const a = () => { throw new KaizaError({ error_code: ERROR_CODES.INVARIANT_VIOLATION, invariant: "I" }); };
          export const b = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); };
          export const c = () => { throw new KaizaError({ error_code: ERROR_CODES.POLICY_VIOLATION }); };
        `,
        lines`
          import { KaizaError, ERROR_CODES } from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          export const a = () => { throw SystemError.invariantViolation("I"); };
          export const b = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); };
          export const c = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.POLICY_VIOLATION); };
        `,
        lines`
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          export const a = () => { throw SystemError.invariantViolation("I"); };
          export const b = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); };
          export const c = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.POLICY_VIOLATION); };
        `,
      ],
      errors: [
        { messageId: "legacyConstruction" },
        { messageId: "legacyConstruction" },
        { messageId: "legacyConstruction" },
      ],
    },
    {
      name: "CommonJS",
      code: lines`
        const { KaizaError, ERROR_CODES } = require("./error");

        exports.fail = () => { throw new KaizaError({ error_code: ERROR_CODES.SESSION_LOCKED, phase: "A" }); };
      `,
      output: lines`
        const { SystemError, SYSTEM_ERROR_CODES } = require("error-contract/kaiza");

        exports.fail = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" }); };
      `,
      languageOptions: COMMONJS,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a CommonJS module taken whole",
      code: lines`
        const errors = require("./error");
        exports.fail = () => { throw new errors.KaizaError({ error_code: errors.ERROR_CODES.SESSION_LOCKED }); };
      `,
      output: lines`
        const { SystemError, SYSTEM_ERROR_CODES } = require("error-contract/kaiza");
        exports.fail = () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); };
      `,
      languageOptions: COMMONJS,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "an import alias",
      code: lines`
        import { KaizaError as LegacyError, ERROR_CODES as CODES } from "./error.js";
        throw new LegacyError({ error_code: CODES.SESSION_LOCKED, phase: "A" });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
      `,
      errors: [
        {
          messageId: "legacyConstruction",
          data: { legacy: "KaizaError", replacement: "SystemError.toolFailure(...)" },
        },
      ],
    },
    {
      name: "a namespace import",
      code: lines`
        import * as errors from "./error.js";
        throw new errors.KaizaError({ error_code: errors.ERROR_CODES.SESSION_LOCKED, phase: "A" });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });
      `,
      errors: [{ messageId: "legacyConstruction", column: 11, endColumn: 28 }],
    },
    {
      name: "a default import of the class's name",
      code: lines`
        import KaizaError from "./error.js";
        throw new KaizaError({ error_code: "SESSION_LOCKED" });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
      `,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "another name for the class, and removes that too",
      code: lines`
        import { KaizaError } from "./error.js";
        const E = KaizaError;
        export const fail = () => new E({ error_code: "SESSION_LOCKED" });
      `,
      output: [
        lines`
          import { KaizaError } from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          const E = KaizaError;
          export const fail = () => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        `,
        lines`
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          export const fail = () => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        `,
      ],
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a file that has a SystemError of its own, under another name",
      code: lines`
        import { KaizaError } from "./error.js";
        import { SystemError } from "elsewhere";
        export const fail = () => [SystemError, new KaizaError({ error_code: "SESSION_LOCKED" })];
      `,
      output: lines`
        import { SystemError } from "elsewhere";
        import { SystemError as ContractSystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        export const fail = () => [SystemError, ContractSystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)];
      `,
      errors: [{ messageId: "legacyConstruction" }],
    },

    // Where it stands
    made(
      "a rejected promise",
      `Promise.reject(new KaizaError({ error_code: ERROR_CODES.SESSION_LOCKED }));`,
      `Promise.reject(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));`,
    ),
    made(
      "an argument",
      `console.error(new KaizaError({ error_code: "SESSION_LOCKED" }));`,
      `console.error(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));`,
    ),
    made(
      "a returned error in a nested function",
      `export const f = () => { const g = () => { return new KaizaError({ error_code: "SESSION_LOCKED" }); }; return g; };`,
      `export const f = () => { const g = () => { return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); }; return g; };`,
    ),
    made(
      "a variable that is logged and thrown later",
      `const e = new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" }); console.error(e.error_code, e.human_message, e.toDiagnostic()); throw e;`,
      `const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" }); console.error(e.error_code, e.human_message, e.toDiagnostic()); throw e;`,
    ),
    made(
      "an error in a catch, with its cause",
      `try { read(); } catch (err) { throw new KaizaError({ error_code: "FILE_READ_FAILED", cause: err }); }`,
      `try { read(); } catch (err) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { cause: err }); }`,
    ),
    made(
      "a callee in parentheses",
      `throw new (KaizaError)({ error_code: "SESSION_LOCKED" });`,
      `throw (SystemError.toolFailure)(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ),
    made(
      "new on a line of its own",
      outdent`
        throw new
          KaizaError({ error_code: "SESSION_LOCKED" });
      `,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);`,
    ),

    // Fields
    made(
      "a message without fields",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: "No" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: "No" });`,
    ),
    made(
      "a code at the end",
      `throw new KaizaError({ phase: "A", error_code: "SESSION_LOCKED" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });`,
    ),
    made(
      "a code in the middle",
      `throw new KaizaError({ phase: "A", error_code: "SESSION_LOCKED", human_message: "No" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A", human_message: "No" });`,
    ),
    made(
      "a code on the last of several lines",
      outdent`
        throw new KaizaError({
          phase: "A",
          error_code: "SESSION_LOCKED"
        });
      `,
      outdent`
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {
          phase_id: "A"
        });
      `,
    ),
    made(
      "lines that end with a carriage return",
      `throw new KaizaError({\r\n  error_code: "SESSION_LOCKED",\r\n  phase: "A",\r\n});`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {\r\n  phase_id: "A",\r\n});`,
    ),
    made(
      "a trailing comma after the argument",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A", },);`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A", },);`,
    ),
    made(
      "shorthand properties",
      `export const f = (phase, cause, human_message) => new KaizaError({ error_code: "SESSION_LOCKED", phase, cause, human_message });`,
      `export const f = (phase, cause, human_message) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: phase, cause, human_message });`,
    ),
    made(
      "quoted and computed keys",
      `throw new KaizaError({ "error_code": "SESSION_LOCKED", 'phase': "A", ["invariant"]: "I" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { 'phase_id': "A", ["invariant_id"]: "I" });`,
    ),
    made(
      "an explicit null, which is the default",
      `throw new KaizaError({ error_code: "SESSION_LOCKED", phase: null, invariant: undefined, cause: null });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: null, invariant_id: undefined, cause: null });`,
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
      "a comment before the argument",
      outdent`
        throw new KaizaError(
          // why
          { error_code: "SESSION_LOCKED", phase: "A" },
        );
      `,
      outdent`
        throw SystemError.toolFailure(
          // why
          SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" },
        );
      `,
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

    // Lower case
    made(
      "a name in lower case in each arm",
      `export const f = (w) => new KaizaError({ error_code: "SESSION_LOCKED", component: w ? "WRITE_FILE" : 'READ' });`,
      `export const f = (w) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: w ? "write_file" : 'read' });`,
    ),
    made(
      "a name that is a constant string",
      `const COMPONENT = "WRITE_FILE"; throw new KaizaError({ error_code: "SESSION_LOCKED", component: COMPONENT });`,
      `const COMPONENT = "WRITE_FILE"; throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: COMPONENT.toLowerCase() });`,
    ),
    made(
      "a name that is put together",
      "export const f = (a) => new KaizaError({ error_code: 'SESSION_LOCKED', component: `TOOL_${a}` });",
      "export const f = (a) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: `TOOL_${a}`.toLowerCase() });",
    ),
    made(
      "a sum that is a string",
      `export const f = (a) => new KaizaError({ error_code: 'SESSION_LOCKED', component: "TOOL_" + a });`,
      `export const f = (a) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: ("TOOL_" + a).toLowerCase() });`,
    ),
    made(
      "a name that JSDoc declares as a string",
      outdent`
        /** @param {string} component */
        export function f(component) { return new KaizaError({ error_code: "SESSION_LOCKED", component }); }
      `,
      outdent`
        /** @param {string} component */
        export function f(component) { return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase() }); }
      `,
    ),
    suggested(
      "a number where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: 3 });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: 3 });`,
    ),
    suggested(
      "a list where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", human_message: ["a", "b"] });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: ["a", "b"] });`,
    ),
    suggested(
      "an object where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: { name: "A" } });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: { name: "A" } });`,
    ),
    suggested(
      "a constant that holds no string",
      `const PHASE = 3; export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: PHASE });`,
      `const PHASE = 3; export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: PHASE });`,
    ),
    suggested(
      "null in an arm, where the envelope has a string",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", human_message: ready ? "No" : null });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: ready ? "No" : null });`,
    ),
    suggested(
      "what is made of a string by counting",
      `export const f = (ready, list) => new KaizaError({ error_code: "SESSION_LOCKED", phase: list.length - 1 });`,
      `export const f = (ready, list) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: list.length - 1 });`,
    ),
    suggested(
      "an invariant that is no string",
      `throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: 7 });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, { invariant_id: 7 });`,
    ),
    suggested(
      "a caught error as the message",
      `try { run(); } catch (problem) { throw new KaizaError({ error_code: "SESSION_LOCKED", human_message: problem }); }`,
      `try { run(); } catch (problem) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: problem }); }`,
    ),
    suggested(
      "an error as the message, by its name",
      `export const f = (err) => new KaizaError({ error_code: "SESSION_LOCKED", human_message: err });`,
      `export const f = (err) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: err });`,
    ),
    made(
      "values of which nothing is known, and null",
      `export const f = (phase, err) => new KaizaError({ error_code: "SESSION_LOCKED", phase, invariant: null, human_message: err.message, cause: 3 });`,
      `export const f = (phase, err) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: phase, invariant_id: null, human_message: err.message, cause: 3 });`,
    ),
    suggested(
      "an error that a function of the file reads a renamed field of",
      outdent`
        function send(res, failure) { res.end(failure.component); }
        export function f(res) { const e = new KaizaError({ error_code: "SESSION_LOCKED" }); send(res, e); }
      `,
      outdent`
        function send(res, failure) { res.end(failure.component); }
        export function f(res) { const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); send(res, e); }
      `,
    ),
    suggested(
      "a throw whose catch hands it to a function that reads a renamed field",
      outdent`
        function send(failure) { reply(failure.component); }
        export function f() { try { throw new KaizaError({ error_code: "SESSION_LOCKED" }); } catch (e) { send(e); } }
      `,
      outdent`
        function send(failure) { reply(failure.component); }
        export function f() { try { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); } catch (e) { send(e); } }
      `,
    ),
    suggested(
      "an error that functions hand on to each other",
      outdent`
        const show = (failure) => print(failure); const print = ({ phase }) => log(phase);
        show(new KaizaError({ error_code: "SESSION_LOCKED" }));
      `,
      outdent`
        const show = (failure) => print(failure); const print = ({ phase }) => log(phase);
        show(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED));
      `,
    ),
    suggested(
      "an error that a method of the class tells by its class",
      `export class Box { put() { this.keep(new KaizaError({ error_code: "SESSION_LOCKED" })); } keep(e) { this.last = e instanceof Array || e.name === "KaizaError"; } }`,
      `export class Box { put() { this.keep(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)); } keep(e) { this.last = e instanceof Array || e.name === "KaizaError"; } }`,
    ),
    suggested(
      "an error that is given a renamed field",
      `const e = new KaizaError({ error_code: "SESSION_LOCKED" }); Object.assign(e, { phase: "late" }); throw e;`,
      `const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); Object.assign(e, { phase: "late" }); throw e;`,
    ),
    suggested(
      "an error that is given a renamed field where it is made",
      `throw Object.assign(new KaizaError({ error_code: "SESSION_LOCKED" }), { component: "X" });`,
      `throw Object.assign(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED), { component: "X" });`,
    ),
    made(
      "an error of which a function reads what keeps its name",
      outdent`
        function send(failure) { reply(failure.error_code, failure.human_message); }
        send(new KaizaError({ error_code: "SESSION_LOCKED" })); throw Object.assign(new Error(), { component: "X" });
      `,
      outdent`
        function send(failure) { reply(failure.error_code, failure.human_message); }
        send(SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED)); throw Object.assign(new Error(), { component: "X" });
      `,
    ),
    suggested(
      "a name that JSDoc declares as optional",
      outdent`
        /** @param {string} [component] */
        export function f(component) { return new KaizaError({ error_code: "SESSION_LOCKED", component }); }
      `,
      outdent`
        /** @param {string} [component] */
        export function f(component) { return SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase() }); }
      `,
    ),
    suggested(
      "a name that may be anything",
      `export const f = (component) => new KaizaError({ error_code: "SESSION_LOCKED", component });`,
      `export const f = (component) => SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component?.toLowerCase() });`,
    ),

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
      `export const f = (c) => new KaizaError({ error_code: c ? ERROR_CODES.SESSION_LOCKED : "BYPASS_ATTEMPT" });`,
      `export const f = (c) => SystemError.toolFailure(c ? SYSTEM_ERROR_CODES.SESSION_LOCKED : SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION);`,
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
      `export const denied = (error_code, human_message) => new KaizaError({ error_code, phase: "A", human_message });`,
      `export const denied = (error_code, human_message) => SystemError.toolFailure(error_code, { phase_id: "A", human_message });`,
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
              output: `${BOTH}throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" });${USE}`,
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
      `export const f = (c) => new KaizaError({ error_code: c ? ERROR_CODES.UNAUTHORIZED_ACTION : ERROR_CODES.BYPASS_ATTEMPT });`,
      `export const f = (c) => SystemError.toolFailure(c ? SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION : SYSTEM_ERROR_CODES.UNAUTHORIZED_ACTION);`,
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
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          const { SESSION_LOCKED } = SYSTEM_ERROR_CODES;
          throw SystemError.toolFailure(SESSION_LOCKED);
        `,
        lines`
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
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
        lines`
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
      `throw new KaizaError({ error_code: ERROR_CODES.INVARIANT_VIOLATION, phase: "A", invariant: "PLAN_ID", cause: err });`,
      `throw SystemError.invariantViolation("PLAN_ID", { phase_id: "A", cause: err });`,
    ),
    made(
      "an invariant that is a constant of another module",
      `throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: INVARIANTS.PLAN_ID });`,
      `throw SystemError.invariantViolation(INVARIANTS.PLAN_ID);`,
    ),
    made(
      "a violation without an invariant",
      `throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: null, human_message: "No" });`,
      `throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, { invariant_id: null, human_message: "No" });`,
    ),
    made(
      "an invariant that may be null",
      `export const f = (invariant) => new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant });`,
      `export const f = (invariant) => SystemError.toolFailure(SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, { invariant_id: invariant });`,
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

    // Dependents
    suggested(
      "a throw that a catch around it tells by the class",
      `export function f() { try { throw new KaizaError({ error_code: "SESSION_LOCKED" }); } catch (err) { return err.name === "KaizaError"; } }`,
      `export function f() { try { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); } catch (err) { return err.name === "KaizaError"; } }`,
    ),
    suggested(
      "a throw that a catch around it reads a renamed field of",
      `export function f() { try { throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" }); } catch (err) { log(err.phase); } }`,
      `export function f() { try { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" }); } catch (err) { log(err.phase); } }`,
    ),
    suggested(
      "a throw that a catch around it destructures",
      `export function f() { try { throw new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" }); } catch ({ phase }) { log(phase); } }`,
      `export function f() { try { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" }); } catch ({ phase }) { log(phase); } }`,
    ),
    made(
      "a throw in the catch itself",
      `export function f() { try { read(); } catch (err) { if (err.name === "KaizaError") throw err; throw new KaizaError({ error_code: "SESSION_LOCKED" }); } }`,
      `export function f() { try { read(); } catch (err) { if (err.name === "KaizaError") throw err; throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); } }`,
    ),
    made(
      "a throw in a function that the try only makes",
      `export function f() { try { return () => { throw new KaizaError({ error_code: "SESSION_LOCKED" }); }; } catch (err) { return err.phase; } }`,
      `export function f() { try { return () => { throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED); }; } catch (err) { return err.phase; } }`,
    ),
    {
      name: "a variable whose renamed field is read",
      code: `${BOTH}const e = new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" }); log(e.phase);${USE}`,
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "makeWith",
              output: `${BOTH}const e = SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id: "A" }); log(e.phase);${USE}`,
            },
          ],
        },
        {
          messageId: "legacyField",
          suggestions: [
            {
              messageId: "readBoth",
              output: `${BOTH}const e = new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" }); log(e.phase_id ?? e.phase);${USE}`,
            },
            {
              messageId: "readNew",
              output: `${BOTH}const e = new KaizaError({ error_code: "SESSION_LOCKED", phase: "A" }); log(e.phase_id);${USE}`,
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

    // Files that a server's code must not come into
    {
      name: "a file that touches the page, without bringing the server's code in",
      code: outdent`
        import { KaizaError } from "./error.js";
        export const f = () => { document.title = "x"; throw new KaizaError({ error_code: "SESSION_LOCKED" }); };
      `,
      errors: [{ messageId: "legacyConstruction", suggestions: [] }],
    },
  ],
});

// Each case brings its own settings: those of a tester are merged into them.
const settingsRuleTester = new RuleTester({ languageOptions: { parser } });

settingsRuleTester.run("no-legacy-error: a project's own class", rule, {
  valid: [],
  invalid: [
    {
      name: "a failure whose fields the factory reads",
      filename: inOwnProject,
      settings: ownClass,
      code: lines`
        import { KaizaError } from "../core/error.js";
        throw new KaizaError({ error_code: "INTERNAL_ERROR", phase: "A", component: "X", human_message: "No", cause: err });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { phase_id: "A", tool_name: "x", human_message: "No", cause: err });
      `,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a failure with a field that the factory would drop",
      filename: inOwnProject,
      settings: ownClass,
      code: lines`
        import { KaizaError } from "../core/error.js";
        throw new KaizaError({ error_code: "INTERNAL_ERROR", invariant: "I" });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        throw new SystemError({ error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR, invariant_id: "I" });
      `,
      errors: [
        { messageId: "legacyConstruction", data: { legacy: "KaizaError", replacement: "new SystemError(...)" } },
      ],
    },
    {
      name: "a violation with a cause, which its factory would drop",
      filename: inOwnProject,
      settings: ownClass,
      code: lines`
        import { KaizaError } from "../core/error.js";
        throw new KaizaError({ error_code: "INVARIANT_VIOLATION", invariant: "I", cause: err });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        throw new SystemError({ error_code: SYSTEM_ERROR_CODES.INVARIANT_VIOLATION, invariant_id: "I", cause: err });
      `,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a factory of which the settings say what it reads",
      filename: inOwnProject,
      settings: {
        errorContract: {
          ...ownClass.errorContract,
          runtime: { ...ownClass.errorContract.runtime, factories: { "SystemError.toolFailure": ["invariant_id"] } },
        },
      },
      code: lines`
        import { KaizaError } from "../core/error.js";
        throw new KaizaError({ error_code: "INTERNAL_ERROR", invariant: "I" });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { invariant_id: "I" });
      `,
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a conversion with a field that the factory would drop",
      filename: inOwnProject,
      settings: ownClass,
      code: lines`
        import { ensureKaizaError } from "../core/error.js";
        export const f = (err) => ensureKaizaError(err, { error_code: "INTERNAL_ERROR", invariant: "I" });
      `,
      errors: [
        {
          messageId: "legacyConversion",
          suggestions: [
            {
              messageId: "convertWith",
              output: lines`
                import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
                export const f = (err) => (err instanceof SystemError ? err : new SystemError({ human_message: err?.message ?? String(err), cause: err, error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR, invariant_id: "I" }));
              `,
            },
          ],
        },
      ],
    },
  ],
});

const KINDS = {
  errorContract: {
    ...kaizaSettings,
    legacy: [
      {
        class: { from: "package", name: "AppError", package: "@acme/errors" },
        fields: { kind: "error_code", text: "human_message", tool: "tool_name" },
        codeMap: { Locked: "SESSION_LOCKED" },
      },
    ],
  },
};

/** The preset, with its class only where a path says. */
const at = (file: string) => ({
  errorContract: {
    ...kaizaSettings,
    legacy: [{ ...kaizaSettings.legacy[0], class: { from: "file", name: "KaizaError", path: file } }],
  },
});

settingsRuleTester.run("no-legacy-error: settings", rule, {
  valid: [
    {
      name: "any file while the list of deprecated classes is empty",
      code: `${LEGACY}throw new KaizaError({ error_code: ERROR_CODES.SESSION_LOCKED });`,
      settings: { errorContract: { ...kaizaSettings, legacy: [] } },
    },
    {
      name: "a namesake in a file whose name only ends like the path",
      code: `import { KaizaError } from "./my-errors.js"; throw new KaizaError({ error_code: "SESSION_LOCKED" });`,
      settings: at("errors.js"),
    },
    {
      name: "the namesake of a package's class in the project",
      code: `import { AppError } from "./errors"; throw new AppError({ kind: "Locked" });`,
      settings: KINDS,
    },
  ],
  invalid: [
    {
      name: "a class, fields and codes that the settings name",
      code: lines`
        import { AppError } from "@acme/errors/all";
        throw new AppError({ kind: "Locked", text: "No", tool: "Lock" });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { human_message: "No", tool_name: "Lock" });
      `,
      settings: KINDS,
      errors: [
        { messageId: "legacyConstruction", data: { legacy: "AppError", replacement: "SystemError.toolFailure(...)" } },
      ],
    },
    {
      name: "a class at a path, whatever the extension that imports write",
      code: lines`
        import { KaizaError } from "./src/errors.js";
        throw new KaizaError({ error_code: "SESSION_LOCKED" });
      `,
      output: lines`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
      `,
      settings: at("./src/errors.ts"),
      errors: [{ messageId: "legacyConstruction" }],
    },
    {
      name: "a code that the project's map leaves out",
      code: `${BOTH}throw new KaizaError({ error_code: ERROR_CODES.WRITE_REJECTED });${USE}`,
      settings: { errorContract: { ...kaizaSettings, legacy: [{ ...kaizaSettings.legacy[0], codeMap: {} }] } },
      errors: [{ messageId: "unknownCode" }, ...used],
    },
  ],
});
