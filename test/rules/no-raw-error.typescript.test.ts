import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { untypedRuleTester } from "../kit/rule-tester.js";

const imported = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const thrown = [{ messageId: "rawThrow" as const }];

/** What is only suggested: the code, and the text after it. */
const suggested = (code: string, output: string) => ({ messageId: "useCode" as const, data: { code }, output });

untypedRuleTester.run("no-raw-error: TypeScript", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a type-only import becomes an import of values",
      code: outdent`
        import type { SystemError } from "error-contract/kaiza";
        throw new Error("PATCH_INVALID");
      `,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
      `,
      errors: thrown,
    },
    {
      name: "a type assertion around the error stays",
      code: `${imported}throw new Error("PATCH_INVALID") as Error;`,
      output: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }) as Error;
      `,
      errors: thrown,
    },
    {
      name: "a variable that is declared as the class",
      code: `${imported}const e: TypeError = new TypeError("PATCH_INVALID"); throw e;`,
      output: null,
      errors: thrown,
    },
    {
      name: "a callback's parameter may be declared as the class",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        function f(cb: (e: TypeError) => void) {
          cb(new TypeError("PATCH_INVALID"));
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawCallback",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                function f(cb: (e: TypeError) => void) {
                  cb(SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }));
                }
              `,
            ),
          ],
        },
      ],
    },
  ],
});
