import path from "node:path";
import { outdent } from "outdent";
import { kaizaSettings } from "../../rules/dist/configs.js";
import rule from "../../rules/dist/no-unregistered-code.js";
import { createCases } from "../kit/create-cases.js";
import { ruleTesterIn } from "../kit/rule-tester.js";
import { silent } from "./code-cases.js";

const IMPORT = `import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";\n`;

const folder = path.join(import.meta.dirname, "../fixtures/codes");
const tester = ruleTesterIn(folder);

tester.run("no-unregistered-code with types", rule, {
  valid: [
    ...createCases(silent, {
      "a member of another module's object or enum": `
    import { CODES, Code } from "./codes.js";
    SystemError.toolFailure(CODES.path);
    SystemError.toolFailure(Code.Path);`,
      "a parameter whose type has registered codes only": `
    import type { Narrow } from "./codes.js";
    export const f = (code: Narrow) => SystemError.toolFailure(code);`,
      "a code that a test before it has told from the others": `
    declare function pick(): "INVALID_PATH" | "OTHER";
    export function f() { const code = pick(); if (code === "INVALID_PATH") throw SystemError.toolFailure(code); }`,
      "a string whose type nobody wrote": `
    export const all = ["INVALID_PATH"].map((code) => SystemError.toolFailure(code as never));
    for (const code of ["INVALID_PATH"]) SystemError.toolFailure(code);`,
    }),
    {
      name: "a code of a module that is written with the extension of what it is compiled to",
      code: `${IMPORT}throw SystemError.toolFailure("INVALID_PATHS");`,
      settings: { errorContract: { ...kaizaSettings, codes: { module: "./codes.js", export: "CODES" } } },
    },
    {
      name: "the code of another failure that is passed on",
      code: outdent`
        ${IMPORT}
        export function f(err: { error_code: string }) {
          return SystemError.toolFailure(err.error_code as never, {}) ?? SystemError.toolFailure(err.error_code);
        }
      `,
    },
    {
      name: "a string outside the contract's factories",
      code: `export const envelope = (code: string, text: string) => ({ error_code: code, human_message: text });`,
    },
  ],
  invalid: [
    {
      name: "a member of another module's object or enum, with its value",
      code: `${IMPORT}
      import { CODES, Code } from "./codes.js";
      SystemError.toolFailure(CODES.typo);
      SystemError.toolFailure(Code.Typo);`,
      errors: [
        { messageId: "misspelled", data: { code: "INVALID_PATHS", near: "INVALID_PATH" }, suggestions: null },
        { messageId: "misspelled", data: { code: "INVALID_PATHS", near: "INVALID_PATH" }, suggestions: null },
      ],
    },
    {
      name: "a parameter one of whose values is not registered",
      code: `${IMPORT}
      import type { Broken } from "./codes.js";
      export const f = (code: Broken) => SystemError.toolFailure(code);`,
      errors: [{ messageId: "unregistered", data: { code: "PATH_LOST", near: "" } }],
    },
    {
      name: "a parameter of type string",
      code: `${IMPORT}export function f(code: string) { throw SystemError.toolFailure(code); }`,
      errors: [{ messageId: "wideCode", data: { text: "code" } }],
    },
    {
      name: "a wide key",
      code: `${IMPORT}export function f(key: string) { throw SystemError.toolFailure(SYSTEM_ERROR_CODES[key]); }`,
      errors: [{ messageId: "wideCode", data: { text: "SYSTEM_ERROR_CODES[key]" } }],
    },
    {
      name: "a template is not static, whatever its type",
      code: `${IMPORT}export const f = (what: "FILE" | "PATH") => SystemError.toolFailure(\`\${what}_NOT_FOUND\`);`,
      errors: [{ messageId: "dynamicCode" }],
    },
    {
      name: "a comparison on a value of the contract's type",
      code: `${IMPORT}declare function failure(): SystemError; export const isGone = failure().code === "GONE";`,
      errors: [{ messageId: "unknownComparison" }],
    },
  ],
});
