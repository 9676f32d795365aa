import path from "node:path";
import parser from "@typescript-eslint/parser";
import { RuleTester } from "@typescript-eslint/rule-tester";
import { afterAll, describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";

RuleTester.afterAll = afterAll;
RuleTester.it = it;
RuleTester.itOnly = it.only;
RuleTester.itSkip = it.skip;
RuleTester.describe = describe;
RuleTester.describeSkip = describe.skip;

const settings = { errorContract: kaizaSettings };

/** The folder that typed cases stand in: `file.ts`, `file.js` and the modules beside them. */
export const typedFolder = path.join(import.meta.dirname, "../fixtures/typed");

/** TypeScript and JavaScript with type information. */
export const typedRuleTester = new RuleTester({
  languageOptions: {
    parser,
    parserOptions: { project: "./tsconfig.json", tsconfigRootDir: typedFolder },
  },
  settings,
});

/** TypeScript without type information. */
export const untypedRuleTester = new RuleTester({ languageOptions: { parser }, settings });

/** JavaScript under ESLint's own parser. */
export const javascriptRuleTester = new RuleTester({
  defaultFilenames: { ts: "file.js", tsx: "file.jsx" },
  languageOptions: {
    parser: await import("espree"),
    parserOptions: { ecmaFeatures: { jsx: true } },
  },
  settings,
});
