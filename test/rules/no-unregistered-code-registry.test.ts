import path from "node:path";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-unregistered-code.js";
import { createCases } from "../kit/create-cases.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const folder = path.join(import.meta.dirname, "../fixtures/codes");
const filename = path.join(folder, "file.js");
const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "./system-error.js";\n`;

const under = (settings: object, name: string, code: string) => ({
  name,
  code,
  settings: { errorContract: { ...kaizaSettings, ...settings } },
  filename,
});
const underOwnClass = (name: string, code: string) =>
  under({ runtime: { module: "./system-error.js" } }, name, IMPORT + code);

javascriptRuleTester.run("no-unregistered-code with the project's own codes", rule, {
  valid: [
    under(
      { codes: { module: "./system-error.js", export: "SYSTEM_ERROR_CODES" } },
      "a code of the module in the settings",
      `import { SystemError } from "error-contract/kaiza"; SystemError.toolFailure("UPSTREAM_FAILED");`,
    ),
    ...createCases(underOwnClass, {
      "a code of the module that has the project's own class": `
      SystemError.toolFailure("UPSTREAM_FAILED");
      SystemError.toolFailure(SYSTEM_ERROR_CODES.UPSTREAM_FAILED);`,
      "a code of the contract that the module does not repeat, as a string": `SystemError.toolFailure("FILE_NOT_FOUND");`,
    }),
    under(
      { runtime: { module: "./computed-error.js" } },
      "any code, where the module's list is made at run time",
      `import { SystemError, SYSTEM_ERROR_CODES } from "./computed-error.js";
      SystemError.toolFailure("ANY");
      SystemError.toolFailure(SYSTEM_ERROR_CODES.ANY);`,
    ),
  ],
  invalid: [
    {
      ...underOwnClass(
        "a code of neither the contract nor the project",
        `SystemError.toolFailure("UPSTREAM_FAILURE");`,
      ),
      errors: [
        {
          messageId: "misspelled",
          suggestions: [{ messageId: "replaceCode", output: `${IMPORT}SystemError.toolFailure("UPSTREAM_FAILED");` }],
        },
      ],
    },
    {
      ...underOwnClass(
        "a member that the module's object does not have, though the contract knows the code",
        `SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND);`,
      ),
      errors: [{ messageId: "missingMember" }],
    },
  ],
});
