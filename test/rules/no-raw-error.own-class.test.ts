import { outdent } from "outdent";
import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { readRewrite } from "../kit/marked-rewrite.js";

const thrown = [{ messageId: "rawThrow" as const }];

const own = { errorContract: { contract: "kaiza", runtime: { module: "./core/system-error.js" }, types: "auto" } };

javascriptRuleTester.run("no-raw-error: a project's own class", noRawError, {
  valid: [
    {
      name: "that the settings name",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/core/system-error.js`,
      code: `export class SystemError extends Error {}`,
    },
    {
      name: "that is made from the contract",
      settings: { errorContract: { contract: "standard" } },
      code: `import { ToolError as Base } from "error-contract/standard"; export class ToolError extends Base {}`,
    },
    {
      name: "that is no error",
      settings: { errorContract: { contract: "standard" } },
      code: `export class ToolError {}`,
    },
  ],
  invalid: [
    {
      name: "has the name of the contract's, and the settings do not name it",
      settings: { errorContract: { contract: "kaiza" } },
      code: `export class SystemError extends Error {}`,
      errors: [
        {
          messageId: "ownContractClass",
          data: { name: "SystemError", module: "error-contract/kaiza" },
        },
      ],
    },
    {
      name: "is imported from its own file",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      ...readRewrite(outdent`
        «⇒import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";

        »throw «new Error("PATCH_INVALID" ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" }»);
      `),
      errors: thrown,
    },
    {
      name: "a code that the project's class does not have is not written",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        throw new Error("HASH_MISMATCH");
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [
            {
              messageId: "useLikelyCode",
              data: { code: "INTERNAL_ERROR", why: "the message says `hash mismatch`" },
              output: outdent`
                import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
                throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "HASH_MISMATCH" });
              `,
            },
          ],
        },
      ],
    },
    {
      name: "a code is not written that another module of the project does not have, from which the file has its class",
      settings: { errorContract: { contract: "kaiza" } },
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      code: outdent`
        import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";
        throw new Error("HASH_MISMATCH: It changed.");
      `,
      output: null,
      errors: [
        {
          messageId: "rawThrow",
          suggestions: [],
        },
      ],
    },
    {
      name: "a code that only the project's class has is written as a string",
      settings: own,
      filename: `${import.meta.dirname}/../fixtures/own-class/tools/read_file.js`,
      ...readRewrite(outdent`
        import { SystemError } from "../core/system-error.js";
        throw «new Error("QUOTA_EXCEEDED: Too many calls." ⇒ SystemError.toolFailure("QUOTA_EXCEEDED", { human_message: "Too many calls." }»);
      `),
      errors: thrown,
    },
  ],
});
