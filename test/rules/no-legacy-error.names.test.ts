import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { lines } from "../kit/lines.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { reported, suggested } from "./legacy-uses.js";
import { readRewrite, readRewriteWithImport } from "../kit/marked-rewrite.js";

const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

javascriptRuleTester.run("no-legacy-error: codes", rule, {
  valid: [{ name: "the contract's codes", code: `${CONTRACT}log(SYSTEM_ERROR_CODES.SESSION_LOCKED);` }],
  invalid: [
    {
      name: "a code, and takes the import along",
      ...readRewriteWithImport(lines`
        import { ERROR_CODES } from "./error.js";
        «⇒import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        »export const f = (e) => e.error_code === «ERROR_CODES ⇒ SYSTEM_ERROR_CODES».SESSION_LOCKED;
      `),
      errors: [{ messageId: "legacyCode", line: 2, column: 42, endColumn: 53 }],
    },

    suggested(
      "a mapped code that is compared: something may still send the legacy one",
      `export const f = (e) => e.error_code === «ERROR_CODES.WRITE_REJECTED ⇒ SYSTEM_ERROR_CODES.POLICY_VIOLATION»;`,
      "legacyCode",
    ),

    reported(
      "destructured codes of which one has another name",
      `const { WRITE_REJECTED } = ERROR_CODES; log(WRITE_REJECTED);`,
      "legacyName",
    ),
    reported("a code that only the run decides", `export const f = (key) => ERROR_CODES[key];`, "legacyName"),
  ],
});

javascriptRuleTester.run("no-legacy-error: a codes object that cannot be read", rule, {
  valid: [
    {
      name: "numbers of another module, of which some name is no code",
      code: `import { ERROR_CODES as D } from "#lib/http-codes"; send(D.NOT_FOUND, D.INTERNAL_ERROR);`,
    },
  ],
  invalid: [
    {
      name: "an object that comes with the class",
      code: outdent`
        import { KaizaError, ERROR_CODES } from "#core/errors";
        log(ERROR_CODES.SESSION_LOCKED);
        export { KaizaError };
      `,
      output: [
        outdent`
          import { KaizaError, ERROR_CODES } from "#core/errors";
          import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
          log(SYSTEM_ERROR_CODES.SESSION_LOCKED);
          export { KaizaError };
        `,
        outdent`
        import { KaizaError } from "#core/errors";
        import { SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        log(SYSTEM_ERROR_CODES.SESSION_LOCKED);
        export { KaizaError };
      `,
      ],
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
              messageId: "legacyCode",
              output: outdent`
                import { KaizaError, ERROR_CODES } from "#core/errors";
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
  valid: [{ name: "other names of the legacy module", code: `import { formatError } from "./error.js";` }],
  invalid: [
    {
      name: "imports that nothing uses, all at once",
      ...readRewrite(lines`
        import { «KaizaError, formatError, ERROR_CODES ⇒ formatError» } from "./error.js";
        log(formatError);
      `),
      errors: [
        { messageId: "leftBehind", column: 10, endColumn: 20, data: { legacy: "KaizaError" } },
        { messageId: "leftBehind", data: { legacy: "ERROR_CODES" } },
      ],
    },
  ],
});
