import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Files, filesOf, projectWith } from "../kit/project.js";
import { runHere } from "./run-plugin.js";

const RAW = 'export function fail() {\n  throw new Error("There is no note");\n}\n';
const TOOL = 'export const register = (server) => server.registerTool("read", {}, () => fail());\n';
const SERVER = { "@modelcontextprotocol/sdk": "^1.0.0" };
const manifest = (fields: object = {}) =>
  `${JSON.stringify({ name: "notes", type: "module", dependencies: SERVER, ...fields }, null, 2)}\n`;
const read = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), "utf8");
const outcomeOf = async (folder: string, ...args: string[]) =>
  JSON.parse((await runHere(folder, "init", "--json", "--yes", ...args)).stdout);
const ONE = { "no-raw-error": 1 };

/** Packages with and without a configuration of their own. */
const MONOREPO: Files = {
  "package.json": manifest({
    workspaces: ["packages/*"],
    scripts: { lint: "npm run lint --workspaces" },
    devDependencies: {
      eslint: "^10.0.0",
      "error-contract": "^0.1.0",
      "eslint-plugin-error-contract": "file:../plugin.tgz",
    },
  }),
  "packages/own/package.json": manifest({ scripts: { lint: "tsc && eslint src --fix" } }),
  "packages/own/eslint.config.js": 'export default [\n  { rules: { "no-var": "error" } },\n];\n',
  "packages/own/src/index.js": `${RAW}export var left = 1;\n`,
  "packages/shared/package.json": manifest(),
  "packages/shared/src/index.js": RAW,
};

describe("init in a monorepo", () => {
  it("serves the packages without a configuration of their own, and names the others", async () => {
    const folder = projectWith(MONOREPO);
    const outcome = await outcomeOf(folder);
    expect(outcome).toMatchObject({
      config: { file: "eslint.config.js", isNew: true, files: ["packages/*/src/**/*.js"], isTyped: false },
      notes: expect.arrayContaining([expect.stringMatching(/ --cwd: packages\/own$/)]),
    });
    expect(outcome.lacking).toEqual([]);
    const before = filesOf(folder);
    expect((await outcomeOf(folder)).config).toMatchObject({ isNew: false });
    expect(filesOf(folder)).toEqual(before);
  });

  it("takes a package that a server imports by its name for reached, whatever the name of its folder", async () => {
    const folder = projectWith({
      "package.json": manifest({ workspaces: ["packages/*"] }),
      "packages/server/package.json": manifest({ name: "@acme/server" }),
      "packages/server/index.js": `import { fail } from "@acme/notes";\n${TOOL}`,
      "packages/domain/package.json": manifest({ name: "@acme/notes", exports: "./dist/store.js" }),
      "packages/domain/store.js": RAW,
      "packages/terminal/package.json": manifest({ name: "@acme/terminal" }),
      "packages/terminal/main.js": RAW,
    });
    await outcomeOf(folder);
    const { exceptions } = JSON.parse(filesOf(folder)["error-contract.failures.json"]!) as { exceptions: object };
    expect(exceptions).toEqual({ "packages/terminal/main.js": "never called" });
  });

  it("edits the configuration of a package that is named", async () => {
    const folder = projectWith(MONOREPO);
    const outcome = await outcomeOf(folder, "--cwd", path.join(folder, "packages/own"));
    expect(outcome).toMatchObject({
      config: { file: "eslint.config.js", isNew: false, files: ["src/**/*.js"] },
      lint: { findings: ONE },
    });
    expect(fs.existsSync(path.join(folder, "eslint.config.js"))).toBe(false);
  });

  it("edits the configuration above a package that is named, for its files alone", async () => {
    const folder = projectWith({ ...MONOREPO, "eslint.config.js": "export default [];\n" });
    const cwd = path.join(folder, "packages/shared");
    const outcome = await outcomeOf(folder, "--cwd", cwd);
    expect(outcome).toMatchObject({
      config: { file: "../../eslint.config.js", files: ["packages/shared/src/**/*.js"] },
      lint: { findings: ONE },
    });
    expect(fs.existsSync(path.join(cwd, "eslint.config.js"))).toBe(false);
  });

  it("asks for a package where each has a configuration of its own", async () => {
    const { "packages/shared/src/index.js": _, ...files } = MONOREPO;
    const { status, stderr } = await runHere(projectWith(files), "init", "--yes");
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("with --cwd: packages/own.") });
  });
});

describe("init names the files of a server that are not linted", () => {
  it("because the preset or the patterns leave them out, but no tests and no tools", async () => {
    const folder = projectWith({
      "package.json": manifest(),
      "src/index.js": RAW,
      "src/handlers/test/run.js": TOOL,
      "scripts/core.js": RAW,
      "scripts/store.js": RAW,
      "scripts/build.config.js": RAW,
      "test/index.test.js": RAW,
      "test/more.js": `import test from "node:test";\ntest("it fails", () => {});\n${RAW}`,
      "examples/plain.js": "export const plain = 1;\n",
    });
    const { notes } = await outcomeOf(folder);
    expect(
      notes
        .find((note: string) => note.startsWith("Not linted"))
        ?.split("\n")
        .slice(1, -1),
    ).toEqual([
      "  src/handlers/test/run.js registers tools",
      "  scripts/core.js holds raw failures, and 1 more file there",
    ]);

    const more = '{ files: ["scripts/*.js", "src/**/*.js"], ...errorContract.configs.recommended[0] },';
    fs.writeFileSync(
      path.join(folder, "eslint.config.js"),
      read(folder, "eslint.config.js").replace(/\]\);\n$/, `${more}]);\n`),
    );
    expect((await outcomeOf(folder)).notes.filter((note: string) => note.startsWith("Not linted"))).toEqual([]);
  });

  it("because a configuration that has the plugin does not name them", async () => {
    const block = '{ files: ["src/*.js"], extends: [errorContract.configs.recommended] }';
    const folder = projectWith({
      "package.json": manifest(),
      "eslint.config.js":
        'import errorContract from "eslint-plugin-error-contract";\nimport { defineConfig } from "eslint/config";\n' +
        `export default defineConfig([${block}]);\n`,
      "src/index.js": RAW,
      "lib/tools.js": TOOL,
    });
    expect((await outcomeOf(folder)).notes).toContainEqual(expect.stringContaining("  lib/tools.js registers tools\n"));
  });
});

describe("init beside a configuration of the old form", () => {
  it.each([
    ["alone", {}, "eslint.config.js"],
    ["beside a flat one", { "eslint.config.mjs": "export default [];\n" }, "eslint.config.mjs"],
  ])("%s writes the flat one, and says that ESLint does not read the other", async (_, files, config) => {
    const folder = projectWith({ "package.json": manifest(), ".eslintrc.json": "{}", "src/index.js": RAW, ...files });
    const { notes, ...outcome } = await outcomeOf(folder);
    expect(outcome).toMatchObject({ config: { file: config }, lint: { findings: ONE } });
    expect(notes).toContainEqual(expect.stringMatching(/^\.eslintrc\.json is a configuration of the old form/));
  });
});

it("says why the rules have no types", async () => {
  const block = '{ files: ["**/*.ts"], languageOptions: { parser: tseslint.parser } }';
  const parser = `import tseslint from "typescript-eslint";\nexport default [${block}];\n`;
  const files = { "package.json": manifest(), "src/index.ts": RAW };
  const alone = await outcomeOf(projectWith(files));
  expect(alone.notes[0]).toContain("without types: there is no tsconfig.json");
  const folder = projectWith({ ...files, "tsconfig.json": '{ "include": ["src"] }', "eslint.config.mjs": parser });
  expect((await outcomeOf(folder)).notes[0]).toContain("without types: the configuration gives TypeScript none");
});
