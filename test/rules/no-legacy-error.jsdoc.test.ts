import { outdent } from "outdent";
import rule from "../../rules/dist/no-legacy-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const LEGACY = `import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";\n`;
const CONTRACT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;
const BOTH = LEGACY + CONTRACT;
const used = (["legacyName", "legacyName", "legacyName"] as const).map((messageId) => ({ messageId }));

const doc = (text: string) => outdent`
  ${BOTH}/** ${text} */
  export const f = () => 1;
  export { KaizaError, ERROR_CODES, ensureKaizaError };
`;

javascriptRuleTester.run("no-legacy-error: JSDoc", rule, {
  valid: [
    { name: "a comment that is not JSDoc", code: `/* @throws {KaizaError} */ // {@link KaizaError}` },
    { name: "the class in a sentence", code: `/** The KaizaError is deprecated. */` },
    { name: "a namesake of the file", code: `/** @param {Other.KaizaError} err */ export const f = (err) => err;` },
    {
      name: "a namesake from a package",
      code: `import { KaizaError } from "other";
      /** @throws {KaizaError} */ export const f = () => { throw KaizaError; };`,
    },
    { name: "a property of that name", code: `/** @type {{ KaizaError: string }} */ export const f = {};` },
    {
      name: "both classes",
      code: outdent`
        /** @param {KaizaError | import("error-contract/kaiza").SystemError} err */
        export const f = (err) => err;
      `,
    },
  ],
  invalid: [
    {
      name: "what is thrown",
      code: doc("@throws {KaizaError} when it is locked"),
      output: doc("@throws {SystemError} when it is locked"),
      errors: [{ messageId: "legacyType", line: 3, column: 14, endLine: 3, endColumn: 24 }, ...used],
    },
    {
      name: "what is thrown, in a file that imports neither class",
      code: outdent`
        /** @throws {KaizaError} */
        export const f = () => g();
      `,
      output: outdent`
        /** @throws {SystemError} */
        export const f = () => g();
      `,
      errors: [{ messageId: "legacyType" }],
    },
    {
      name: "what is thrown, without braces",
      code: doc("@throws KaizaError"),
      output: doc("@throws SystemError"),
      errors: [{ messageId: "legacyType" }, ...used],
    },
    {
      name: "a link",
      code: doc("See {@link KaizaError the class}."),
      output: doc("See {@link SystemError the class}."),
      errors: [{ messageId: "legacyType" }, ...used],
    },
  ],
});
