import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const imported = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

/** What is only suggested: the code, and the text after it. */
const suggested = (code: string, output: string) => ({ messageId: "useCode" as const, data: { code }, output });

javascriptRuleTester.run("no-raw-error: what is only suggested", noRawError, {
  valid: [],
  invalid: [
    {
      name: "something in the file tests the message",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("HASH_MISMATCH: " + file);
        if (e.message.startsWith("HASH_MISMATCH")) retry();
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "HASH_MISMATCH",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.HASH_MISMATCH, { human_message: "Hash mismatch: " + file });
                if (e.message.startsWith("HASH_MISMATCH")) retry();
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "the message is compared with a constant",
      code: outdent`
        ${imported}
        throw new Error("PATCH_INVALID");
        const BAD = 'PATCH_INVALID';
        if (err.message === BAD) f();
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                ${imported}
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
                const BAD = 'PATCH_INVALID';
                if (err.message === BAD) f();
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "an error that wraps what was caught",
      code: outdent`
        ${imported}
        try {
          f();
        } catch (e) {
          throw e instanceof Error ? e : new Error(String(e));
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "convertUnknown",
              output: outdent`
                ${imported}
                try {
                  f();
                } catch (e) {
                  throw e instanceof Error ? e : SystemError.fromUnknown(e);
                }
              `,
            },
          ],
        },
      ],
    },
    {
      name: "a message that may be no string",
      code: `${imported}throw Object.assign(new Error(text), { code: "PATCH_INVALID" });`,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: String(text) });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "something in the file tests the class",
      code: outdent`
        ${imported}
        throw new TypeError("PATCH_INVALID");
        if (e instanceof TypeError) retry();
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                ${imported}
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
                if (e instanceof TypeError) retry();
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a try that ends its own throw",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        try {
          throw new Error("PATCH_INVALID");
        } catch (e) {
          show(e.message);
        }
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                try {
                  throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
                } catch (e) {
                  show(e.message);
                }
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a near miss of a code",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        throw new Error("PREFLIGHT_FAILURE");
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            suggested(
              "PREFLIGHT_FAILED",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PREFLIGHT_FAILED, { human_message: "Preflight failed" });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "a returned error",
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
        const f = () => new Error("PATCH_INVALID");
      `,
      output: null,
      errors: [
        {
          messageId: "rawReturn",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                const f = () => SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "an error that is only made is thrown",
      code: `${imported}new Error("PATCH_INVALID");`,
      output: null,
      errors: [
        {
          messageId: "rawUnused",
          suggestions: [
            suggested(
              "PATCH_INVALID",
              outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" });
              `,
            ),
          ],
        },
      ],
    },
    {
      name: "an error that is only made in a timer, where nothing catches a throw",
      code: `${imported}setTimeout(() => { new Error("PATCH_INVALID"); }, 10);`,
      output: null,
      errors: [{ messageId: "rawUnused", suggestions: null }],
    },
    {
      name: "a member that no factory takes is lost in every rewrite",
      code: `${imported}throw Object.assign(new Error("x"), { code: "PATCH_INVALID", path });`,
      output: null,
      errors: [{ messageId: "rawThrow", suggestions: [] }],
    },
    {
      name: "a word in front that is no code stays where it is",
      code: outdent`
        ${imported}
        throw new Error("WHY: the file already exists");
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "useLikelyCode",
              data: { code: "FILE_ALREADY_EXISTS", why: "the message says `already exists`" },
              output: outdent`
                ${imported}
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_ALREADY_EXISTS, { human_message: "WHY: the file already exists" });
              `,
            },
          ],
        },
      ],
    },
  ],
});
