import fs from "node:fs";
import path from "node:path";
import { ESLint } from "eslint";
import { beforeAll, describe, expect, it } from "vitest";
import { fixPass } from "../kit/fix-pass.js";
import { filesOf, legacyServerWith, nodeModules, type Files } from "../kit/project.js";
import { runNode, type Run } from "../kit/run-node.js";
import { isWhole } from "../kit/scope.js";

const CONFIG = `import errorContract from "eslint-plugin-error-contract";

export default [...errorContract.configs.kaiza];
`;

const TYPED_CONFIG = `import parser from "@typescript-eslint/parser";
import errorContract from "eslint-plugin-error-contract";

export default [
  { languageOptions: { parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  ...errorContract.configs.kaiza,
];
`;

interface Migration {
  readonly folder: string;
  readonly found: Run;
  readonly fixed: Run;
  readonly fixedFiles: Files;
  readonly fixedAgain: Run;
  readonly typeCheck: Run;
  readonly tests: Run;
}

const eslint = (folder: string, ...args: string[]) =>
  runNode([path.join(nodeModules, "eslint/bin/eslint.js"), ".", "--format", "json", ...args], { cwd: folder });

async function migrate(config: string): Promise<Migration> {
  const folder = legacyServerWith({ "eslint.config.js": config });
  const found = await eslint(folder);
  const fixed = await eslint(folder, "--fix");
  const fixedFiles = filesOf(folder);
  const fixedAgain = await eslint(folder, "--fix");
  const [typeCheck, tests] = await Promise.all([
    runNode([path.join(nodeModules, "typescript/bin/tsc"), "--pretty", "false"], { cwd: folder }),
    runNode(["--test"], { cwd: folder }),
  ]);
  return { folder, found, fixed, fixedFiles, fixedAgain, typeCheck, tests };
}

function results({ stdout }: Run): ESLint.LintResult[] {
  return JSON.parse(stdout) as ESLint.LintResult[];
}

/** How often each rule reports. */
function reports(run: Run): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { ruleId } of results(run).flatMap(({ messages }) => messages)) {
    counts[String(ruleId)] = (counts[String(ruleId)] ?? 0) + 1;
  }
  return counts;
}

const fixesLeft = (run: Run) => results(run).reduce((sum, result) => sum + result.fixableErrorCount, 0);

const RULES = [
  "error-contract/no-error-result",
  "error-contract/no-legacy-error",
  "error-contract/no-raw-error",
  "error-contract/no-swallowed-error",
  "error-contract/no-unregistered-code",
  "error-contract/prefer-factory",
  "error-contract/require-cause",
] as const;

describe("eslint on the example server", () => {
  let migration: Migration;
  beforeAll(async () => {
    migration = await migrate(CONFIG);
  });

  it("exits with 1 and reports by every rule, and nothing else", () => {
    expect(migration.found).toMatchObject({ status: 1, stderr: "" });
    expect(Object.keys(reports(migration.found)).sort()).toEqual(RULES);
  });

  it("reports nothing in tests and configuration files", () => {
    const reported = results(migration.found).filter(({ messages }) => messages.length > 0);
    const names = reported.map(({ filePath }) => path.relative(migration.folder, filePath));
    expect(names.filter((name) => name.startsWith("test") || name === "eslint.config.js")).toEqual([]);
  });

  it("fixes more than half of the findings, and leaves none that it could fix", () => {
    const sum = (run: Run) => Object.values(reports(run)).reduce((one, other) => one + other, 0);
    expect(sum(migration.fixed)).toBeLessThan(sum(migration.found) / 2);
    expect(fixesLeft(migration.fixed)).toBe(0);
  });

  it("changes no byte when it runs again", () => {
    expect(filesOf(migration.folder)).toEqual(migration.fixedFiles);
    // A file may be linted before another one whose class it throws is fixed.
    const again = reports(migration.fixedAgain);
    const first = reports(migration.fixed);
    expect(Object.keys(again)).toEqual(Object.keys(first));
    for (const [rule, count] of Object.entries(first)) expect(again[rule]).toBeLessThanOrEqual(count);
  });

  it("leaves a server that type-checks", () => {
    expect(migration.typeCheck).toMatchObject({ status: 0, stdout: "" });
  });

  it("leaves a server whose tests pass", () => {
    expect(migration.tests, migration.tests.stdout).toMatchObject({ status: 0 });
  });
});

// In the gate, the demo migrates this server with types.
if (isWhole)
  describe("eslint with types on the example server", () => {
    let migration: Migration;
    beforeAll(async () => {
      migration = await migrate(TYPED_CONFIG);
    });

    it("reports by every rule", () => {
      expect(migration.found).toMatchObject({ status: 1, stderr: "" });
      expect(Object.keys(reports(migration.found)).sort()).toEqual(RULES);
    });

    it("leaves no finding that it could fix", () => {
      expect(fixesLeft(migration.fixed)).toBe(0);
    });

    it("changes no byte when it runs again", () => {
      expect(filesOf(migration.folder)).toEqual(migration.fixedFiles);
    });

    it("leaves a server that type-checks, and whose tests pass", () => {
      expect(migration.typeCheck).toMatchObject({ status: 0, stdout: "" });
      expect(migration.tests, migration.tests.stdout).toMatchObject({ status: 0 });
    });
  });

if (isWhole)
  it("settles within three passes", async () => {
    const folder = legacyServerWith({ "eslint.config.js": CONFIG });
    const linter = new ESLint({ cwd: folder });
    const findings = async (code: string, filePath: string) =>
      (await linter.lintText(code, { filePath })).flatMap(({ messages }) => messages);

    const unsettled: string[] = [];
    for (const { filePath } of await linter.lintFiles(["."])) {
      let code = fs.readFileSync(filePath, "utf8");
      for (let pass = 0; pass < 3; pass++) code = fixPass(code, await findings(code, filePath));
      const left = await findings(code, filePath);
      if (left.some(({ fix }) => fix)) unsettled.push(filePath);
    }
    expect(unsettled).toEqual([]);
  });
