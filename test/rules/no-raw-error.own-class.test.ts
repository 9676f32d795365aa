import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";
import { fixed, kept, offered } from "./raw-rewrites.js";

const folder = `${import.meta.dirname}/../fixtures/own-class`;
const own = { errorContract: { contract: "kaiza", runtime: { module: "./core/system-error.js" }, types: "auto" } };
const kaiza = { errorContract: { contract: "kaiza" } };
const standard = { errorContract: { contract: "standard" } };

const filename = `${folder}/tools/read_file.js`;
const imported = `import { SystemError, SYSTEM_ERROR_CODES } from "../core/system-error.js";\n`;

javascriptRuleTester.run("no-raw-error: a project's own class", noRawError, {
  valid: [
    {
      name: "that the settings name",
      settings: own,
      filename: `${folder}/core/system-error.js`,
      code: `export class SystemError extends Error {}`,
    },
    {
      name: "that is made from the contract",
      settings: standard,
      code: `import { ToolError as Base } from "error-contract/standard"; export class ToolError extends Base {}`,
    },
    { name: "that is no error", settings: standard, code: `export class ToolError {}` },
  ],
  invalid: [
    {
      name: "has the name of the contract's, and the settings do not name it",
      settings: kaiza,
      code: `export class SystemError extends Error {}`,
      errors: [{ messageId: "ownContractClass", data: { name: "SystemError", module: "error-contract/kaiza" } }],
    },
    fixed(
      "is imported from its own file",
      `«throw new Error("PATCH_INVALID") ⇒ ${imported}
throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PATCH_INVALID, { human_message: "Patch invalid" })»;`,
      { imported: "", settings: own, filename },
    ),
    offered(
      "a code that the project's class does not have is not written",
      `throw «new Error("HASH_MISMATCH") ⇒ SystemError.toolFailure(SYSTEM_ERROR_CODES.INTERNAL_ERROR, { human_message: "HASH_MISMATCH" })»;`,
      { messageId: "useLikelyCode", data: { code: "INTERNAL_ERROR", why: "the message says `hash mismatch`" } },
      { imported, settings: own, filename },
    ),
    kept(
      "a code is not written that another module of the project does not have, from which the file has its class",
      `throw new Error("HASH_MISMATCH: It changed.");`,
      { imported, settings: kaiza, filename },
    ),
    fixed(
      "a code that only the project's class has is written as a string",
      `throw «new Error("QUOTA_EXCEEDED: Too many calls.") ⇒ SystemError.toolFailure("QUOTA_EXCEEDED", { human_message: "Too many calls." })»;`,
      { imported: `import { SystemError } from "../core/system-error.js";\n`, settings: own, filename },
    ),
  ],
});
