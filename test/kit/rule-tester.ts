import path from "node:path";
import parser from "@typescript-eslint/parser";
import { RuleTester } from "@typescript-eslint/rule-tester";
import { describe, it } from "vitest";
import { kaizaSettings } from "../../rules/dist/configs.js";
import { isWhole } from "./scope.js";

// It would forget the program of the typed cases, which the next file of this worker has cases for.
RuleTester.afterAll = () => undefined;
RuleTester.it = it;
RuleTester.itOnly = it.only;
RuleTester.itSkip = it.skip;
RuleTester.describe = describe;
RuleTester.describeSkip = describe.skip;

const settings = { errorContract: kaizaSettings };

/** The folder that typed cases stand in: `file.ts`, `file.js` and the modules beside them. */
export const typedFolder = path.join(import.meta.dirname, "../fixtures/typed");

/** `NATIVE=typescript-7-1` asks the next generation. */
export const nativeTypes = { provider: "native", package: process.env.NATIVE ?? "typescript-7" };

/** TypeScript and JavaScript with type information. */
export const typedRuleTester = ruleTesterIn(typedFolder);

/**
 * Runs cases with types from typescript-eslint. In all tests together they run with those from TypeScript 7 too, which
 * is to find and mend the same.
 */
export function ruleTesterIn(folder: string): Pick<RuleTester, "run"> {
  const services = new RuleTester({
    languageOptions: { parser, parserOptions: { project: "./tsconfig.json", tsconfigRootDir: folder } },
    settings,
  });
  const native = new RuleTester({
    defaultFilenames: { ts: path.join(folder, "file.ts"), tsx: path.join(folder, "react.tsx") },
    languageOptions: { parser },
  });
  return {
    run: (name, rule, { valid, invalid }) => {
      services.run(name, rule, { valid, invalid });
      if (!isWhole) return;
      const cases = {
        valid: valid.map((each) => nativeCase(each, folder)),
        invalid: invalid.map((each) => nativeCase(each, folder)),
      };
      native.run(`${name}, from TypeScript 7`, rule, cases);
    },
  };
}

function nativeCase<C extends { filename?: string | undefined; settings?: object | undefined }>(
  given: C | string,
  folder: string,
): C {
  const each = typeof given === "string" ? ({ code: given } as unknown as C) : given;
  const { errorContract } = (each.settings ?? settings) as typeof settings;
  return {
    ...each,
    ...(each.filename === undefined ? {} : { filename: path.resolve(folder, each.filename) }),
    settings: { errorContract: { ...errorContract, types: nativeTypes } },
  };
}

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
