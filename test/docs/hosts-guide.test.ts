import fs from "node:fs";
import path from "node:path";
import parser from "@typescript-eslint/parser";
import { ESLint, type Linter } from "eslint";
import errorContract from "eslint-plugin-error-contract";
import { describe, expect, it } from "vitest";
import { oxlint } from "../kit/oxlint.js";
import { codeBlocks, root } from "../kit/page.js";
import { markedLines, projectWith, type Files } from "../kit/project.js";
import { VERSIONS } from "../matrix/versions.js";

const PAGE = "docs/guides/hosts.md";
const LINTED_FILES = "docs/guides/linted-files.md";
const VERSIONS_PAGE = "docs/guides/versions.md";

const tsconfig = (compilerOptions: object = {}) =>
  JSON.stringify({
    compilerOptions: { module: "nodenext", strict: true, types: [], ...compilerOptions },
    include: ["src"],
  });

const FAILURES = `export declare function failureFor(name: string): Error;\n`;

const typescript = (failures = "./failures.js") => `import { failureFor } from "${failures}";

export function find(notes: ReadonlyMap<string, string>, name: string): string {
  const note = notes.get(name);
  if (note === undefined) throw new Error("NOT_FOUND: There is no such note"); // no-raw-error
  if (note === "") throw failureFor(name); // no-raw-error, by its type
  return note;
}
`;

const JAVASCRIPT = `export function find(notes, name) {
  const note = notes.get(name);
  if (note === undefined) throw new Error("NOT_FOUND: There is no such note"); // no-raw-error
  return note;
}
`;

const TYPESCRIPT_PROJECT: Files = {
  "package.json": `{ "type": "module" }`,
  "tsconfig.json": tsconfig(),
  "src/index.ts": typescript(),
  "src/failures.d.ts": FAILURES,
};

const JAVASCRIPT_PROJECT: Files = {
  "package.json": `{ "type": "module" }`,
  "src/index.js": JAVASCRIPT,
  "src/index.test.js": JAVASCRIPT.replace(/ \/\/ .*/, ""),
};

const COMMONJS_PROJECT: Files = {
  "package.json": `{ "type": "commonjs" }`,
  "src/index.js": `const { find } = require("./find.cjs");

module.exports = function read(notes, name) {
  if (!name) throw new Error("MISSING_INPUT: A note has a name"); // no-raw-error
  return find(notes, name);
};
`,
  "src/find.cjs": JAVASCRIPT.replace("export function", "exports.find = function"),
};

const MONOREPO: Files = {
  "package.json": `{ "type": "module", "workspaces": ["packages/*"] }`,
  "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "packages/a" }, { path: "packages/b" }] }),
  "packages/a/package.json": `{ "name": "a", "type": "module" }`,
  "packages/a/tsconfig.json": tsconfig({ composite: true }),
  "packages/a/src/index.ts": typescript(),
  "packages/a/src/failures.d.ts": FAILURES,
  "packages/b/package.json": `{ "name": "b", "type": "module" }`,
  // Only the package's own tsconfig.json says where its types are.
  "packages/b/tsconfig.json": tsconfig({ composite: true, paths: { "@b/*": ["./src/*"] } }),
  "packages/b/src/index.ts": typescript("@b/failures.js"),
  "packages/b/src/failures.d.ts": FAILURES,
};

const WITH_A_COMMAND_LINE: Files = {
  "package.json": `{ "type": "module" }`,
  "server.js": `${JAVASCRIPT}\nexport const refuse = () => {\n  throw new TypeError("A programming mistake");\n};\n`,
  "test/server.js": JAVASCRIPT.replace(/ \/\/ .*/, ""),
  "packages/cli/src/index.js": JAVASCRIPT.replace(/ \/\/ .*/, ""),
};

const WITH_A_CLI: Files = {
  "package.json": `{ "type": "module" }`,
  "src/server.js": JAVASCRIPT,
  "src/cli/main.js": JAVASCRIPT.replace(/ \/\/ .*/, ""),
};

/**
 * The project that the configurations of a section are for. `hosts-cli.test.ts` has those of the sections that are not
 * here.
 */
const PROJECTS: Readonly<Record<string, Files>> = {
  "eslint-plugin-error-contract": TYPESCRIPT_PROJECT,
  TypeScript: TYPESCRIPT_PROJECT,
  JavaScript: JAVASCRIPT_PROJECT,
  CommonJS: COMMONJS_PROJECT,
  Monorepo: MONOREPO,
  "What no tool reaches": WITH_A_CLI,
  "Other files, and options": WITH_A_COMMAND_LINE,
  "A preset by name": JAVASCRIPT_PROJECT,
  "Another namespace": JAVASCRIPT_PROJECT,
};
const WITH_COMMANDS = ["Files outside of the tsconfig", "A lint configuration of its own"];

const examples = ["rules/README.md", PAGE, LINTED_FILES, VERSIONS_PAGE]
  .flatMap(codeBlocks)
  .filter(({ code, section }) => /^\/\/ \S*eslint\.\S*config/.test(code) && !WITH_COMMANDS.includes(section));
const example = (section: string, text: string) =>
  examples.find((each) => !each.page.endsWith("README.md") && each.section === section && each.code.includes(text))!;

const configured = (section: string, code: string) =>
  projectWith({ ...PROJECTS[section], [/eslint\.config\.\w+/.exec(code)![0]]: code });

async function findings(cwd: string): Promise<readonly string[]> {
  const results = await new ESLint({ cwd }).lintFiles(["."]);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId }) => {
      const file = path.relative(cwd, filePath).replaceAll("\\", "/");
      return `${file}:${line} ${String(ruleId?.split("/").at(-1))}`;
    }),
  );
}

describe("the configurations", () => {
  it.each(examples)("$page, line $line, $section: find what the project is marked with", async ({ section, code }) => {
    const project = PROJECTS[section];
    expect(project, `a project for "${section}"`).toBeDefined();
    const expected = markedLines(project!);
    expect(expected).not.toEqual([]);
    expect(await findings(configured(section, code))).toEqual([...expected].sort());
  });

  it("of the plugin's README and the guide are the same", () => {
    const [short] = codeBlocks("rules/README.md").filter(({ language }) => language === "js");
    expect(short!.code).toBe(example("TypeScript", ".mjs").code);
  });
});

describe("the guides", () => {
  it("names versions that the matrix tries", () => {
    const [block] = codeBlocks("docs/guides/typescript-7.md").filter(({ language }) => language === "json");
    const { devDependencies } = JSON.parse(block!.code) as { devDependencies: Record<string, string> };
    expect(devDependencies).toMatchObject({
      "@typescript/native": `npm:typescript@${VERSIONS.typescript7}`,
      eslint: `^${VERSIONS.eslint.at(-1)!}`,
      typescript: VERSIONS.typescript6Alias,
      "typescript-eslint": `^${VERSIONS.typescriptEslint[0]}`,
    });
  });

  it("under `require`, stops where a file has no types, and names it", async () => {
    const [setting] = /settings: .*\}(?=`)/.exec(fs.readFileSync(path.join(root, PAGE), "utf8"))!;
    const { code } = example("TypeScript", ".mjs");
    const untyped = code.replace(/parserOptions: .*/, "").replace(/extends: .*/, (line) => `${line}\n${setting},`);
    await expect(findings(configured("TypeScript", untyped))).rejects.toThrow(
      /"require", and \S+(?:failures\.d|index)\.ts is linted without/,
    );
  });

  it("in CommonJS, fixes write `require`", async () => {
    const cwd = configured("CommonJS", example("CommonJS", "eslint.config.mjs").code);
    const results = await new ESLint({ cwd, fix: true }).lintFiles(["src"]);
    for (const { output } of results) expect(output).toMatch(/require\("error-contract\/standard"\)/);
    expect(results).toHaveLength(2);
  });

  it("under another namespace, has its name in every rule, and in comments", async () => {
    const { section, code } = example("Another namespace", "ec/");
    const cwd = configured(section, code);
    const eslint = new ESLint({ cwd });
    const config = (await eslint.calculateConfigForFile("src/index.js")) as { rules: Record<string, unknown> };
    expect(Object.keys(config.rules).filter((rule) => !rule.startsWith("ec/"))).toEqual([]);
    const [result] = await eslint.lintText(
      `export function f() {\n  /* eslint-disable-next-line ec/no-raw-error -- fine */\n  throw new Error("x");\n}\n`,
      {
        filePath: path.join(cwd, "src/other.js"),
      },
    );
    expect(result?.messages).toEqual([]);
  });

  it("as an object beside another namespace, works under both", async () => {
    const { section, code } = example("Another namespace", "ec/");
    const both = code
      .replace(`extends: ["ec/recommended"]`, "extends: [errorContract.configs.recommended]")
      .replace("ec/no-error-leak", "ec/no-raw-error");
    const eslint = new ESLint({ cwd: configured(section, both) });
    const config = (await eslint.calculateConfigForFile("src/index.js")) as { rules: Record<string, unknown> };
    expect(Object.keys(config.rules)).toEqual(
      expect.arrayContaining(["ec/no-raw-error", "error-contract/no-raw-error"]),
    );
  });
});

describe(`${LINTED_FILES}: what is left out`, () => {
  const [, section] = /## What is left out\n([^]*?)\n## /.exec(fs.readFileSync(path.join(root, LINTED_FILES), "utf8"))!;
  const [list, rest] = section!.split("Everything else is linted");
  const paths = (text: string) => [...text.matchAll(/`([\w./-]+\.m?[jt]sx?)`/g)].map(([, name]) => name!);
  const linted = paths(rest!).sort();
  const folder = projectWith({
    ...Object.fromEntries(
      [...paths(list!), ...linted].map((name) => [
        name,
        "export const all = () => { try { return load(); } catch { return []; } };\n",
      ]),
    ),
    ".oxlintrc.json": JSON.stringify({
      extends: ["./node_modules/eslint-plugin-error-contract/oxlint/recommended.json"],
      ignorePatterns: ["node_modules"],
    }),
  });

  it("names files of both kinds", () => {
    expect(paths(list!).length).toBeGreaterThan(25);
    expect(linted.length).toBeGreaterThan(8);
  });

  it("is what a preset leaves out", async () => {
    const overrideConfig = [
      { files: ["**/*.{ts,tsx}"], languageOptions: { parser } },
      ...errorContract.configs.recommended,
    ] as Linter.Config[];
    const eslint = new ESLint({ cwd: folder, overrideConfigFile: true, overrideConfig });
    const results = await eslint.lintFiles(["."]);
    const found = results.filter(({ messages }) => messages.length > 0);
    expect(found.map(({ filePath }) => path.relative(folder, filePath).replaceAll("\\", "/")).sort()).toEqual(linted);
  });

  it("is what a preset of oxlint leaves out", async () => {
    const { findings: found } = await oxlint(folder);
    expect(found.map(({ file }) => file).sort()).toEqual(linted);
  });
});
