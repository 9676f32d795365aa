// `init` ends with a lint without a parse error: module kinds, JSX, and the project's own tsconfig decide how it reads.
import { ESLint, type Linter } from "eslint";
import { outdent } from "outdent";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Files, filesOf, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const RAW = 'export function fail() {\n  throw new Error("There is no note");\n}\n';
const COMMON = 'exports.fail = () => {\n  with (console) log("sloppy");\n  throw new Error("There is no note");\n};\n';
const SERVER = { "@modelcontextprotocol/sdk": "^1.0.0" };
const manifest = (fields: object = {}) => JSON.stringify({ name: "notes", dependencies: SERVER, ...fields });
const MODULE = { "package.json": manifest({ type: "module" }) };
const tsconfig = (fields: object) => JSON.stringify({ compilerOptions: { strict: true, types: [] }, ...fields });
const read = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), "utf8");

/** What stops a file from being read, and what comments of an earlier lint are about. */
const isOfLint = ({ fatal, ruleId }: Linter.LintMessage) => fatal === true || !ruleId?.startsWith("error-contract/");

async function parseErrors(cwd: string): Promise<readonly string[]> {
  const results = await new ESLint({ cwd }).lintFiles(["."]);
  return results.flatMap(({ filePath, messages }) =>
    messages.filter(isOfLint).map(({ message }) => `${path.relative(cwd, filePath)}: ${message}`),
  );
}

describe("init leaves no parse error", () => {
  const cases: readonly (readonly [string, Files, config: string])[] = [
    [
      "tests and mocks beside the sources, outside of the tsconfig",
      {
        ...MODULE,
        "tsconfig.json": tsconfig({ include: ["src"], exclude: ["**/*.test.ts", "src/mocks"] }),
        "src/index.ts": RAW,
        "src/index.test.ts": RAW,
        "src/deep/more.test.ts": RAW,
        "src/mocks/[id].ts": RAW,
      },
      'ignores: ["**/*.test.ts", "src/mocks/**"]',
    ],
    [
      "a single file at the root",
      { ...MODULE, "tsconfig.json": tsconfig({ include: ["src"] }), "src/a.ts": RAW, "main(1).ts": RAW },
      String.raw`ignores: ["main\\(1\\).ts"]`,
    ],
    [
      "packages with a tsconfig each",
      {
        "package.json": manifest({ type: "module", workspaces: ["packages/*"] }),
        "packages/a/package.json": manifest({ type: "module" }),
        "packages/a/tsconfig.json": tsconfig({ include: ["src"] }),
        "packages/a/src/index.ts": RAW,
        "packages/a/tools/more.ts": RAW,
        "packages/b/package.json": manifest({ type: "module" }),
        "packages/b/tsconfig.json": tsconfig({}),
        "packages/b/src/index.ts": RAW,
      },
      'ignores: ["packages/a/tools/**"]',
    ],
    [
      "comments of an earlier lint",
      {
        ...MODULE,
        "tsconfig.json": tsconfig({ include: ["src"] }),
        "src/index.ts": `// eslint-disable-next-line @typescript-eslint/no-namespace -- merged\n${RAW}`,
      },
      'plugins: { "@typescript-eslint": tseslint.plugin }',
    ],
    [
      "examples, which no block names",
      {
        "package.json": manifest({ type: "module", workspaces: [".", "examples/*"] }),
        "tsconfig.json": tsconfig({ include: ["src"] }),
        "src/index.ts": RAW,
        "examples/a/package.json": manifest({ type: "module" }),
        "examples/a/src/index.ts": "export const shown: string = 'a'!;\n",
      },
      "src/**/*.ts",
    ],
    [
      "no file in the tsconfig",
      { ...MODULE, "tsconfig.json": tsconfig({ files: [] }), "src/a.ts": RAW },
      "parser: tseslint.parser,\n    },",
    ],
    [
      "CommonJS and ES modules of several packages",
      {
        "package.json": manifest({ workspaces: ["packages/*"] }),
        "packages/a/package.json": manifest(),
        "packages/a/index.js": COMMON,
        "packages/b/package.json": manifest({ type: "module" }),
        "packages/b/index.js": RAW,
      },
      'files: ["packages/a/**/*.js"],\n    languageOptions: { sourceType: "commonjs" }',
    ],
    [
      "a browser script that is a module in a CommonJS package",
      { "package.json": manifest(), "src/index.js": COMMON, "src/lib/read.js": COMMON, "src/public/page.js": RAW },
      'files: ["src/index.js", "src/lib/**/*.js"],',
    ],
    [
      "JSX",
      { ...MODULE, "src/index.js": RAW, "src/view.jsx": "export const view = () => <p>none</p>;\n" },
      "ecmaFeatures: { jsx: true }",
    ],
  ];
  it.each(cases)("%s", async (_, files, config) => {
    const folder = projectWith(files);
    const { status, stdout } = await runHere(folder, "init", "--yes", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ lint: { unreadable: [] } });
    expect(status).toBe(0);
    const [name = ""] = fs.readdirSync(folder).filter((each) => each.startsWith("eslint.config"));
    expect(read(folder, name)).toContain(config);
    expect(await parseErrors(folder)).toEqual([]);
  });

  it("and names the rules of comments that a new configuration does not know", async () => {
    const comment = "/* eslint-disable no-console, import/no-cycle -- later */\n";
    const { stderr } = await runHere(projectWith({ ...MODULE, "src/index.js": comment + RAW }), "init", "--yes");
    expect(stderr).toContain("  src/index.js names import/no-cycle\n");
    expect(stderr).not.toContain("names no-console");
  });

  it("and names what stays, with what to do", async () => {
    const folder = projectWith({ ...MODULE, "src/index.js": RAW, "src/page.test.js": "<% template %>\n" });
    const { status, stdout } = await runHere(folder, "init", "--yes");
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Not parsed: src\/page\.test\.js: /m);
    expect(stdout).toContain("docs/guides/unparsed-files.md#files-that-cannot-be-parsed says what to do.");
  });
});

describe("init and a list of configurations that is exported by its name", () => {
  const block = outdent`
    export default defineConfig([
      {
        files: ["src/**/*.js"],
        extends: [errorContract.configs.recommended],
      },
      common,
    ])
  `;
  it.each([
    [
      "of another module",
      { "common.config.js": "export default [{ rules: {} }];\n" },
      'import common from "./common.config.js";\nexport default common;\n',
    ],
    ["of the file, without a semicolon", {}, "const common = [{ rules: {} }];\nexport default common\n"],
    ["with a type", {}, "const common = { rules: {} };\nexport default common; // as everywhere\n"],
  ])("puts the preset in front of it: %s", async (_, files, config) => {
    const folder = projectWith({ ...MODULE, "src/index.js": RAW, "eslint.config.js": config, ...files });
    const { status, stdout } = await runHere(folder, "init", "--yes", "--json");
    expect({ status, outcome: JSON.parse(stdout) }).toMatchObject({
      status: 0,
      outcome: { lint: { findings: { "no-raw-error": 1 } } },
    });
    expect(read(folder, "eslint.config.js")).toContain(block);
  });
});

describe("init and configurations that are there", () => {
  const ours =
    'import { defineConfig } from "eslint/config";\nimport errorContract from "eslint-plugin-error-contract";\n';
  const preset = `${ours}export default defineConfig([{ files: ["**/*.js"], extends: [errorContract.configs.recommended] }]);\n`;
  const project = { ...MODULE, "src/index.js": RAW };

  it.each<[string, Files, string[], number, string]>([
    ["the preset", { "eslint.config.js": preset }, [], 0, "eslint.config.js has the plugin already."],
    [
      "the preset, in what the configuration imports",
      { "eslint.config.js": 'export { default } from "./common.js";\n', "common.js": preset },
      [],
      0,
      "eslint.config.js has the plugin already.",
    ],
    [
      "another preset than the one that is asked for",
      { "eslint.config.js": preset },
      ["--preset", "kaiza"],
      1,
      "has the preset `recommended` already, and is not edited: put `kaiza` in its place.",
    ],
    [
      "a configuration that cannot be loaded",
      { "eslint.config.js": "throw new Error('no plugin for me');\n" },
      [],
      2,
      "eslint.config.js cannot be loaded, and nothing was written: no plugin for me",
    ],
    [
      "a list that does not fit",
      { "eslint.config.js": "const all = Promise.resolve(1);\nexport default all;\n" },
      [],
      2,
      "cannot be loaded",
    ],
  ])("leaves all as it is: %s", async (_, files, args, status, said) => {
    const folder = projectWith({ ...project, ...files });
    const before = filesOf(folder);
    const run = await runHere(folder, "init", "--yes", ...args);
    expect({ ...run, said: run.stdout + run.stderr }).toMatchObject({ status, said: expect.stringContaining(said) });
    expect(filesOf(folder)).toEqual(before);
  });

  it("writes, and says that the lint stops, where the configuration of another package cannot be loaded", async () => {
    const folder = projectWith({
      "package.json": manifest({ type: "module", workspaces: ["packages/*"] }),
      "packages/a/package.json": manifest({ type: "module" }),
      "packages/a/src/index.js": RAW,
      "packages/b/package.json": manifest({ type: "module" }),
      "packages/b/eslint.config.js": "throw new Error('not today');\n",
      "packages/b/src/index.js": RAW,
    });
    const { status, stderr } = await runHere(folder, "init", "--yes");
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^Not linted\. .*not today/m) });
    expect(read(folder, "eslint.config.js")).toContain("configs.recommended");
  });
});
