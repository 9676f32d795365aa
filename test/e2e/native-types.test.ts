import path from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { lines } from "../kit/lines.js";
import { nativeProject, noneIsLeft, TSCONFIG, TYPESCRIPT_7 } from "../kit/native-project.js";
import type { Files } from "../kit/project.js";
import { runNode, type Run } from "../kit/run-node.js";

// What is thrown in the second file, only types can tell.
const JAVASCRIPT: Files = {
  "src/fail.js": `/** @returns {Error} */\nexport const fail = (name) => Object.assign(Object(name), { name });\n`,
  "src/use.js": `import { fail } from "./fail.js";\n\nexport function use() {\n  throw fail("use");\n}\n`,
};
const TYPESCRIPT: Files = {
  "src/fail.ts": `export declare function fail(name: string): Error;\n`,
  "src/use.ts": `import { fail } from "./fail.js";\n\nexport function use(): void {\n  throw fail("use");\n}\n`,
};

/** A configuration with the rule that the thrown values are for. */
const config = (types: unknown, parser = false) => `
import errorContract from "eslint-plugin-error-contract";
${parser ? 'import parser from "@typescript-eslint/parser";' : ""}

export default [
  {
    files: ["src/**/*.{js,ts}", "packages/**/*.{js,ts}"],
    plugins: { "error-contract": errorContract },
    ${parser ? "languageOptions: { parser }," : ""}
    settings: { errorContract: { types: ${JSON.stringify(types)} } },
    rules: { "error-contract/no-raw-error": "error" },
  },
];
`;

const eslint = (folder: string, ...args: string[]) =>
  runNode([path.join(folder, "node_modules/eslint/bin/eslint.js"), "--format", "json", ".", ...args], { cwd: folder });

/** The files with a finding, once for each. Nothing else may have been said. */
function findings({ stdout, stderr }: Run): readonly string[] {
  expect(stderr).toBe("");
  const results = JSON.parse(stdout) as { filePath: string; messages: unknown[] }[];
  return results.flatMap(({ filePath, messages }) => messages.map(() => path.basename(filePath)));
}

// `docs/typescript-7.test.ts` has a project for each way in which one may have TypeScript 7.
describe.each(TYPESCRIPT_7)("a project with %s as typescript", (installed) => {
  const project = (files: Files) => nativeProject(files, { typescript: installed });

  it("TypeScript under a parser without types is typed", async () => {
    const folder = project({ ...TYPESCRIPT, "eslint.config.js": config("require", true) });
    expect(findings(await eslint(folder))).toEqual(["use.ts"]);
    await noneIsLeft(folder);
  });

  it("each project of a monorepo is asked for its own files, also behind references", async () => {
    const folder = project({
      "eslint.config.js": config("auto", true),
      "tsconfig.json": `{ "files": [], "references": [{ "path": "packages/core" }, { "path": "packages/app" }] }`,
      "packages/base.json": `{
        "compilerOptions": { "strict": true, "module": "nodenext", "composite": true, "types": [] }
      }`,
      "packages/core/tsconfig.json": `{ "extends": "../base.json", "include": ["src"] }`,
      "packages/core/src/fail.ts": lines`
        export function fail(name: string): Error {
          return Object.assign(Object(name), { name });
        }
      `,
      // Comments and trailing commas are allowed in a configuration.
      "packages/app/tsconfig.json": `{
        // Its sources are elsewhere.
        "files": [],
        "references": [{ "path": "./tsconfig.app.json" }],
      }`,
      "packages/app/tsconfig.app.json": `{
        "extends": "../base.json",
        "include": ["src"],
        "references": [{ "path": "../core" }],
      }`,
      "packages/app/src/use.ts": `import { fail } from "../../core/src/fail.js";\nthrow fail("use");\n`,
    });
    expect(findings(await eslint(folder))).toEqual(["use.ts"]);
    await noneIsLeft(folder);
  });

  it("threads of `--concurrency` have a process each, and leave none", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`src/use${index}.js`, JAVASCRIPT["src/use.js"] ?? ""]),
    );
    const folder = project({ ...JAVASCRIPT, ...files, "eslint.config.js": config("auto") });
    const run = await eslint(folder, "--concurrency", "2");
    expect(findings({ ...run, stderr: withoutAdvice(run.stderr) })).toHaveLength(9);
    await noneIsLeft(folder);
  });

  it("files of no project are linted without types", async () => {
    const folder = project({
      ...JAVASCRIPT,
      "eslint.config.js": config("require"),
      // There is no such folder.
      "tsconfig.json": TSCONFIG.replace("src", "lib"),
    });
    expect(findings(await eslint(folder))).toEqual([]);
    await noneIsLeft(folder);
  });
});

// ESLint says that a small run is faster on one thread.
function withoutAdvice(text: string): string {
  return text.replace(/^.*ESLintPoorConcurrencyWarning.*\n(?:\(Use `node --trace-warnings.*\n)?/m, "");
}

describe("a project with TypeScript 6", () => {
  const alias = { typescript: "typescript", fast: "typescript-7" };

  const lint = (types: string) => {
    const cwd = nativeProject({ ...TYPESCRIPT, "eslint.config.js": config(types, true) }, alias);
    return new ESLint({ cwd }).lintFiles(["."]);
  };

  it("has none that it does not name", async () =>
    expect((await lint("auto")).flatMap(({ messages }) => messages)).toEqual([]));

  it.each([
    ["require", "without type information"],
    ["native", "without TypeScript 7"],
    ["services", "without typescript-eslint's type information"],
  ])("%s says what is missing", async (types, missing) => {
    await expect(lint(types)).rejects.toThrow(new RegExp(`types is "${types}", and .* is linted ${missing}`));
  });
});

describe("a TypeScript that the plugin does not know", () => {
  const unknown = (files: Files) =>
    nativeProject(
      {
        ...JAVASCRIPT,
        "eslint.config.js": config("auto"),
        ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`node_modules/typescript/${name}`, text])),
      },
      {},
    );
  const manifest = (exports: object) =>
    JSON.stringify({ name: "typescript", version: "8.1.0", type: "module", exports });
  const API = { "./package.json": "./package.json", "./sync": "./api.js", "./ast": "./api.js", "./fs": "./api.js" };

  it.each([
    ["without the API", { "package.json": manifest({ "./package.json": "./package.json" }) }],
    ["with another API", { "package.json": manifest(API), "api.js": "export class Compiler {}\n" }],
    ["with an API that fails", { "package.json": manifest(API), "api.js": "throw new Error('Not for you.');\n" }],
  ])("%s is left alone, and that is said once", async (_, files) => {
    const folder = unknown({ ...files });
    const { stdout, stderr } = await eslint(folder);
    expect(findings({ stdout, stderr: "", status: 0 })).toEqual([]);
    expect(stderr.match(/ErrorContractWarning: typescript@8\.1\.0/g)).toHaveLength(1);
  });
});
