import noRawError from "../../rules/dist/no-raw-error.js";
import { javascriptRuleTester } from "../kit/rule-tester.js";

const thrown = [{ messageId: "rawThrow" as const }];

javascriptRuleTester.run("no-raw-error: what is only reported", noRawError, {
  valid: [],
  invalid: [
    {
      name: "a class of this file",
      code: `class Mine extends Error {} throw new Mine("PATCH_INVALID");`,
      output: null,
      errors: thrown,
    },
    {
      name: "a file that touches the DOM",
      code: `document.title = "x"; throw new Error("PATCH_INVALID");`,
      output: null,
      errors: thrown,
    },
    {
      name: "a function that is sent to a page",
      code: `await page.evaluate(() => { if (!document.body) throw new Error("PATCH_INVALID"); });`,
      output: null,
      errors: thrown,
    },
    {
      name: "a function that an extension sends to a page",
      code: `chrome.scripting.executeScript({ target, func: () => { throw new Error("PATCH_INVALID"); } });`,
      output: null,
      errors: thrown,
    },
    {
      name: "a file of a component framework, which the server's runtime is not brought into",
      code: `import { useState } from "react"; export const f = () => { throw new Error("PATCH_INVALID"); };`,
      output: null,
      errors: thrown,
    },
    {
      name: "the module that defines the legacy class",
      code: `export class KaizaError extends Error {} throw new Error("PATCH_INVALID");`,
      output: null,
      errors: thrown,
    },
    {
      name: "a variable whose members are set",
      code: `const e = new Error("PATCH_INVALID"); e.path = path; throw e;`,
      output: null,
      errors: thrown,
    },
  ],
});
