import path from "node:path";
import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { fixed, reported, suggested } from "./legacy-uses.js";
import { readRewrite, readRewriteWithImport } from "../kit/marked-rewrite.js";

const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
// An option of ESLint that the types of the tester leave out.
const COMMONJS = { sourceType: "commonjs" } as object;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

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
    {
      name: "the module that defines the legacy class",
      code: `export class KaizaError extends Error {} export const fail = () => new KaizaError({ error_code: "X" });`,
    },
    {
      name: "the module that defines the converter",
      code: `import { KaizaError } from "./error.js";
      export function ensureKaizaError(err) { return new KaizaError({ error_code: "INTERNAL_ERROR", cause: err }); }`,
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
      ...readRewriteWithImport(lines`
        import { KaizaError, ERROR_CODES } from "../core/error.js";
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        »
        export function requireSession(state) {
          if (state.lock) {
            throw «new KaizaError({
              error_code: ERROR_CODES.SESSION_LOCKED, ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, {»
              «phase ⇒ phase_id»: "AUTHORIZATION",
              «component: "SESSION_GUARD ⇒ tool_name: "session_guard»",
              «invariant ⇒ invariant_id»: "LOCKED_SESSION_IS_INERT",
              human_message: \`The session is locked: \${state.lock.reason}\`,
            });
          }
        }
      `),
      errors: [{ messageId: "legacyConstruction", line: 5, column: 15, endLine: 5, endColumn: 25 }],
    },

    {
      name: "CommonJS",
      ...readRewriteWithImport(lines`
        const { KaizaError, ERROR_CODES } = require("./error");
        «⇒const { SystemError, SYSTEM_ERROR_CODES } = require("error-contract/kaiza");
        »
        exports.fail = () => { throw «new KaizaError({ error_code: ERROR_CODES.SESSION_LOCKED, phase ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id»: "A" }); };
      `),
      languageOptions: COMMONJS,
      errors: [{ messageId: "legacyConstruction" }],
    },

    {
      name: "a namespace import",
      ...readRewrite(lines`
        import * as errors from "./error.js";
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        »throw «new errors.KaizaError({ error_code: errors.ERROR_CODES.SESSION_LOCKED, phase ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id»: "A" });
      `),
      errors: [{ messageId: "legacyConstruction", column: 11, endColumn: 28 }],
    },

    {
      name: "another name for the class, which stays",
      ...readRewrite(lines`
        import { KaizaError } from "./error.js";
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        »const E = KaizaError;
        export const fail = () => «new E({ error_code: "SESSION_LOCKED" } ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED»);
      `),
      errors: [{ messageId: "legacyConstruction" }],
    },

    // Where it stands
    fixed(
      "a variable that is logged and thrown later",
      outdent`
        const e = «new KaizaError({ error_code: "SESSION_LOCKED", phase ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { phase_id»: "A" });
        console.error(e.error_code, e.human_message, e.toDiagnostic());
        throw e;
      `,
      "legacyConstruction",
    ),
    suggested(
      "an error whose receiver in the same function reads a renamed field",
      outdent`
        export const f = () => { try { throw «new KaizaError({ error_code: "SESSION_LOCKED" } ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED»); } catch (it) { log(it.phase); } };
      `,
      "legacyConstruction",
    ),
    {
      name: "a check of a caught value lets both classes through first, then the error is exchanged",
      code: lines`
        import { KaizaError } from "./error.js";
        export function f() {
          try {
            throw new KaizaError({ error_code: "SESSION_LOCKED" });
          } catch (err) {
            return err instanceof KaizaError ? err.toDiagnostic() : err.message;
          }
        }
      `,
      output: [
        lines`
          import { KaizaError } from "./error.js";
          import { SystemError } from "error-contract/kaiza";
          export function f() {
            try {
              throw new KaizaError({ error_code: "SESSION_LOCKED" });
            } catch (err) {
              return err instanceof KaizaError || err instanceof SystemError ? err.toDiagnostic() : err.message;
            }
          }
        `,
        lines`
          import { KaizaError } from "./error.js";
          import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          export function f() {
            try {
              throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
            } catch (err) {
              return err instanceof KaizaError || err instanceof SystemError ? err.toDiagnostic() : err.message;
            }
          }
        `,
      ],
      errors: [
        {
          messageId: "legacyConstruction",
          suggestions: [
            {
              messageId: "legacyConstruction",
              output: lines`
                import { KaizaError } from "./error.js";
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                export function f() {
                  try {
                    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED);
                  } catch (err) {
                    return err instanceof KaizaError ? err.toDiagnostic() : err.message;
                  }
                }
              `,
            },
          ],
        },
        { messageId: "legacyCheck" },
      ],
    },

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

untypedRuleTester.run("no-legacy-error: TypeScript", rule, {
  valid: [],
  invalid: [
    fixed(
      "an error that is thrown, with a name that is annotated as a string",
      outdent`
        export const f = (component: string) => {
          throw «new KaizaError({ error_code: "SESSION_LOCKED", component ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED, { tool_name: component.toLowerCase()» });
        };
      `,
      "legacyConstruction",
    ),
    suggested(
      "an error that is not thrown, whose class a type may ask for",
      `export const e = «new KaizaError({ error_code: "SESSION_LOCKED" } ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_LOCKED»);`,
      "legacyConstruction",
    ),
    reported(
      "a check, whose value has the one type",
      `export const f = (e: unknown) => e instanceof KaizaError;`,
      "legacyCheck",
    ),
  ],
});
