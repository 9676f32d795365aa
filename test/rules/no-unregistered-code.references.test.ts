import { outdent } from "outdent";
import rule from "../../rules/dist/no-unregistered-code.js";
import { javascriptRuleTester, untypedRuleTester } from "../kit/rule-tester.js";
import { found, replaced, silent } from "./code-cases.js";
import { createCases } from "../kit/create-cases.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

javascriptRuleTester.run("no-unregistered-code in references and other forms", rule, {
  valid: [],
  invalid: [
    found(
      "a comparison after a test for the class",
      `export const f = (x) => x instanceof SystemError && "NOPE" === x.code;`,
      { messageId: "unknownComparison" },
    ),
    ...createCases(
      found,
      {
        "a comparison with a destructured code": `const { error_code, human_message } = envelope; if (error_code === "NOPE") show(human_message);`,
        "the cases of a switch": outdent`
        p.catch((err) => {
          switch (err.error_code) {
            case "NOPE":
        return retry();
            case "INVALID_PATH":
            default:
        throw err;
          }
        });
      `,
      },
      { imported: "", messageId: "unknownComparison" },
    ),
    found(
      "a list that a code is looked for in",
      outdent`
        const RETRY = new Set(["NOPE", "FILE_READ_FAILED"]);
        try {
          run();
        } catch (err) {
          if (RETRY.has(err.error_code) || ["NEVER"].includes(err.error_code)) retry();
          throw err;
        }
      `,
      { imported: "", messageId: "unknownComparison", times: 2 },
    ),
    {
      name: "the case of a member, wherever it is read",
      code: `${IMPORT}send(SYSTEM_ERROR_CODES.InvalidPath, SYSTEM_ERROR_CODES["file-not-found"]);`,
      errors: [
        {
          messageId: "misspelledMember",
          suggestions: [
            {
              messageId: "replaceCode",
              output: `${IMPORT}send(SYSTEM_ERROR_CODES.INVALID_PATH, SYSTEM_ERROR_CODES["file-not-found"]);`,
            },
          ],
        },
        {
          messageId: "misspelledMember",
          suggestions: [
            {
              messageId: "replaceCode",
              output: `${IMPORT}send(SYSTEM_ERROR_CODES.InvalidPath, SYSTEM_ERROR_CODES["FILE_NOT_FOUND"]);`,
            },
          ],
        },
      ],
    },
    found("the codes of the class", "throw SystemError.toolFailure(SystemError.codes.NOPE);", {
      messageId: "missingMember",
    }),
    found(
      "a template with a hole and a concatenation",
      'SystemError.toolFailure(`E_${n}`); SystemError.toolFailure("E_" + n);',
      { messageId: "dynamicCode", times: 2 },
    ),
    {
      name: "a text that is built or generated",
      code: outdent`
        ${IMPORT}
        import { randomUUID } from "node:crypto";
        SystemError.toolFailure(kind.toUpperCase());
        SystemError.toolFailure(["E", n].join("_"));
        SystemError.toolFailure(randomUUID());
      `,
      errors: [{ messageId: "dynamicCode" }, { messageId: "dynamicCode" }, { messageId: "dynamicCode" }],
    },
    {
      name: "a generated id of an invariant",
      code: outdent`
        ${IMPORT}
        SystemError.invariantViolation(\`INV_\${Date.now()}\`);
        new SystemError({ invariant_id: crypto.randomUUID() });
      `,
      errors: [{ messageId: "dynamicInvariant" }, { messageId: "dynamicInvariant" }],
    },
    replaced(
      "a legacy code in a factory of the contract",
      `throw SystemError.toolFailure("«BYPASS_ATTEMPT ⇒ UNAUTHORIZED_ACTION»");`,
    ),
  ],
});

untypedRuleTester.run("no-unregistered-code in TypeScript without types", rule, {
  valid: [
    silent(
      "a code that is asserted to be one",
      outdent`
      import type { SystemErrorCode } from "error-contract/kaiza";
      export const f = (raw: string) => SystemError.toolFailure(raw as SystemErrorCode);
    `,
    ),
  ],
  invalid: [
    {
      name: "a constant object as const",
      code: `${IMPORT}const CODES = { gone: "NOPE" } as const; throw SystemError.toolFailure(CODES.gone!);`,
      errors: [{ messageId: "unregistered", column: 23 }],
    },
    found(
      "a parameter of the contract's type",
      outdent`
      import type { SystemError } from "error-contract/kaiza";
      export const f = (err: SystemError) => err.code === "NOPE";
    `,
      { imported: "", messageId: "unknownComparison" },
    ),
  ],
});
