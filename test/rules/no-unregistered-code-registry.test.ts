import path from "node:path";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-unregistered-code.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const folder = path.join(import.meta.dirname, "../fixtures/codes");
const filename = path.join(folder, "file.js");
const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "./system-error.js";\n`;

const withSettings = (settings: object) => ({ errorContract: { ...kaizaSettings, ...settings } });
const ownClass = withSettings({ runtime: { module: "./system-error.js" } });
const inModule = withSettings({ codes: { module: "./system-error.js", export: "SYSTEM_ERROR_CODES" } });
const unreadable = withSettings({ runtime: { module: "./computed-error.js" } });

javascriptRuleTester.run("no-unregistered-code with the project's own codes", rule, {
  valid: [
    {
      name: "a code of the module in the settings",
      code: `import { SystemError } from "error-contract/kaiza"; SystemError.toolFailure("UPSTREAM_FAILED");`,
      settings: inModule,
      filename,
    },
    {
      name: "a code of the module that has the project's own class",
      code: `${IMPORT}
      SystemError.toolFailure("UPSTREAM_FAILED");
      SystemError.toolFailure(SYSTEM_ERROR_CODES.UPSTREAM_FAILED);`,
      settings: ownClass,
      filename,
    },
    {
      name: "a code of the contract that the module does not repeat, as a string",
      code: `${IMPORT}SystemError.toolFailure("FILE_NOT_FOUND");`,
      settings: ownClass,
      filename,
    },
    {
      name: "any code, where the module's list is made at run time",
      code: `import { SystemError, SYSTEM_ERROR_CODES } from "./computed-error.js";
      SystemError.toolFailure("ANY");
      SystemError.toolFailure(SYSTEM_ERROR_CODES.ANY);`,
      settings: unreadable,
      filename,
    },
  ],
  invalid: [
    {
      name: "a code of neither the contract nor the project",
      code: `${IMPORT}SystemError.toolFailure("UPSTREAM_FAILURE");`,
      settings: ownClass,
      filename,
      errors: [
        {
          messageId: "misspelled",
          suggestions: [{ messageId: "replaceCode", output: `${IMPORT}SystemError.toolFailure("UPSTREAM_FAILED");` }],
        },
      ],
    },
    {
      name: "a member that the module's object does not have, though the contract knows the code",
      code: `${IMPORT}SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_NOT_FOUND);`,
      settings: ownClass,
      filename,
      errors: [{ messageId: "missingMember" }],
    },
  ],
});
