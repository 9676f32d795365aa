import path from "node:path";
import type { ESLint } from "eslint";
import { beforeAll, describe, expect, it } from "vitest";
import { filesOf, legacyServerWith, nodeModules, type Files } from "../kit/project.js";
import { runNode, type Run } from "../kit/run-node.js";

const CONFIG = `import errorContract from "eslint-plugin-error-contract";

export default [...errorContract.configs.kaiza];
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

async function migrate(): Promise<Migration> {
  const folder = legacyServerWith({ "eslint.config.js": CONFIG });
  const found = await eslint(folder);
  const fixed = await eslint(folder, "--fix");
  const fixedFiles = filesOf(folder);
  const fixedAgain = await eslint(folder, "--fix");
  const typeCheck = await runNode([path.join(nodeModules, "typescript-7/bin/tsc"), "--pretty", "false"], {
    cwd: folder,
  });
  const tests = await runNode(["--test"], { cwd: folder });
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

// The demo migrates this server with types, takes the decisions, and runs its tests.
describe("eslint on the example server", () => {
  let migration: Migration;
  beforeAll(async () => {
    migration = await migrate();
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

  it("leaves a server that type-checks", () => expect(migration.typeCheck).toMatchObject({ status: 0, stdout: "" }));

  it("leaves a server whose tests pass", () =>
    expect(migration.tests, migration.tests.stdout).toMatchObject({ status: 0 }));
});
