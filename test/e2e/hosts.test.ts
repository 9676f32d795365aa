// Each host runs the same rules: what they find on the demo server, what they change, and how a mistake is told.
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { installedTool } from "../kit/installed.js";
import { codeBlocks, root } from "../kit/page.js";
import { filesOf, legacyServer, nodeModules, projectWith, temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { toRows } from "../kit/to-rows.js";
import { VERSIONS } from "../matrix/versions.js";

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly message: string;
}

interface Hosts {
  readonly hosts: Readonly<Record<string, object>>;
  readonly useEslint9: (folder: string) => void;
  readonly findCommand: (host: string) => string;
  readonly createProject: (server: string, folder: string, preset: string, contract: string) => void;
  readonly lintWith: (host: string, folder: string) => Promise<{ findings: readonly Finding[]; others: string[] }>;
  readonly describeFindings: (findings: readonly Finding[]) => readonly string[];
}

const { hosts, useEslint9, findCommand, createProject, lintWith, describeFindings } = (await import(
  path.join(import.meta.dirname, "../../tools/hosts/hosts.js")
)) as Hosts;
const names = Object.keys(hosts);

const runHost = (host: string, cwd: string, ...args: readonly string[]) =>
  runNode([findCommand(host), ...args], { cwd });
const runRslint = (cwd: string, ...args: readonly string[]) => runHost("rslint", cwd, ...args);

describe("the demo server", () => {
  let project: string;
  let expected: readonly string[];

  beforeAll(async () => {
    useEslint9(await installedTool(`eslint@${VERSIONS.eslint[1]}`));
    project = path.join(temporaryFolder(), "server");
    createProject(legacyServer, project, "kaiza", "kaiza");
    expected = describeFindings((await lintWith("ESLint 10", project)).findings);
  });

  it.each(names)("has the same findings in %s", async (host) => {
    const { findings, others } = await lintWith(host, project);
    expect(others).toEqual([]);
    expect(describeFindings(findings)).toEqual(expected);
    expect(findings.length).toBeGreaterThan(100);
  });

  it("is fixed by rslint as by ESLint", async () => {
    const fixedBy = async (host: string) => {
      const copy = path.join(temporaryFolder(), "server");
      createProject(legacyServer, copy, "kaiza", "kaiza");
      await runHost(host, copy, "--fix", ".");
      return Object.fromEntries(Object.entries(filesOf(copy)).filter(([name]) => /\.[cm]?js$/.test(name)));
    };
    expect(await fixedBy("rslint")).toEqual(await fixedBy("ESLint 10"));
  });
});

const THROWN = `export const read = () => {\n  throw new Error("x");\n};\n`;
/** What rslint prints of a rule that throws. */
const toldBy = (stdout: string) => stdout.split("\n").filter((line) => line.includes("rule error"));

const configOf = (changed: object) => `import errorContract from "eslint-plugin-error-contract";
export default [...errorContract.configs.recommended, ${JSON.stringify(changed)}];
`;

describe("a mistake in the configuration is told once, whatever the number of rules and files", () => {
  const sources = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`src/file-${index}.ts`, THROWN]));
  const mistakes = toRows({
    "an unknown setting": [{ settings: { errorContract: { contarct: "kaiza" } } }, "settings.errorContract.contarct"],
    "an unknown contract": [{ settings: { errorContract: { contract: "kaizaa" } } }, "settings.errorContract.contract"],
    "types where there are none": [
      { settings: { errorContract: { contract: "standard", types: "require" } } },
      "settings.errorContract.types",
    ],
    "an unregistered code": [{ rules: { "error-contract/no-raw-error": ["error", { fallbackCode: "OOPS" }] } }, "OOPS"],
    "an unknown option": [{ rules: { "error-contract/no-raw-error": ["error", { allowed: [] }] } }, "allowed"],
    "an option that has ended": [
      { rules: { "error-contract/no-raw-error": ["error", { strict: true }] } },
      "settings.errorContract.strictness",
    ],
    "options of a rule that has none": [
      { rules: { "error-contract/require-cause": ["error", {}] } },
      "error-contract/require-cause",
    ],
  });

  it.each(mistakes)("%s, in rslint by each of its threads", async (_, config, named) => {
    const project = projectWith({ ...sources, "rslint.config.mjs": configOf(config) });
    const { status, stdout, stderr } = await runRslint(project, "--format", "jsonline", "src");
    const told = toldBy(stdout);
    expect(status, stderr).toBe(1);
    expect(told.length).toBeGreaterThan(0);
    // rslint divides the files among two threads at most for a dozen files.
    expect(told.length).toBeLessThanOrEqual(2);
    for (const line of told) expect(line).toContain(named);
  });

  it("an unknown setting, in oxlint", async () => {
    const project = projectWith({
      ...sources,
      ".oxlintrc.json": JSON.stringify({
        extends: ["./node_modules/eslint-plugin-error-contract/oxlint/recommended.json"],
        settings: { errorContract: { contarct: "kaiza" } },
      }),
    });
    const { status, stdout } = await runHost("oxlint", project, "src");
    expect(status).toBe(1);
    expect(stdout.match(/TypeError: settings\.errorContract\.contarct/g)).toHaveLength(1);
  });
});

describe("the page on rslint", () => {
  const blocks = codeBlocks("docs/guides/rslint.md").filter(({ language }) => language === "js");

  it.each(blocks.map(({ line, code }) => [line, code]))(
    "line %s: the configuration finds what is thrown",
    async (_, code) => {
      const project = projectWith({
        "rslint.config.mjs": code,
        "src/read.ts": THROWN,
        "test/read.test.ts": THROWN,
        "src/kept.ts": THROWN.replace("  throw", "  // eslint-disable-next-line error-contract/no-raw-error\n  throw"),
      });
      const { stdout, stderr } = await runRslint(project, "--format", "jsonline");
      const places = stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { filePath: string }).filePath);
      expect(places, stderr).toEqual(["src/read.ts"]);
    },
  );

  it("says that `extends` and unknown rules are ignored, which they are", async () => {
    const project = projectWith({ "src/read.ts": THROWN });
    const extended = `import errorContract from "eslint-plugin-error-contract";
export default [{ files: ["src/**/*.ts"], extends: [errorContract.configs.recommended] }];
`;
    writeFiles(project, { "rslint.config.mjs": extended });
    expect(await runRslint(project, "--format", "jsonline")).toMatchObject({ status: 0, stdout: "" });

    writeFiles(project, {
      "rslint.config.mjs": configOf({
        rules: { "error-contract/no-raw-error": "off", "error-contract/no-raw": "error" },
      }),
    });
    expect(await runRslint(project, "--format", "jsonline")).toMatchObject({ status: 0, stdout: "" });
  });

  it("has types from TypeScript 7", async () => {
    const project = temporaryFolder();
    writeFiles(project, {
      "src/read.ts": THROWN,
      "rslint.config.mjs": configOf({ settings: { errorContract: { contract: "standard", types: "require" } } }),
      "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, target: "es2022" }, include: ["src"] }),
    });
    fs.mkdirSync(path.join(project, "node_modules"));
    const links = { "eslint-plugin-error-contract": "eslint-plugin-error-contract", typescript: "typescript-7" };
    for (const [name, installed] of Object.entries(links)) {
      fs.symlinkSync(path.join(nodeModules, installed), path.join(project, "node_modules", name), "junction");
    }
    const { stdout, stderr } = await runRslint(project, "--format", "jsonline");
    expect(toldBy(stdout), stderr).toEqual([]);
    expect(stdout).toContain("error-contract/no-raw-error");
  });
});

it("the public servers are pinned by the hash of a commit", () => {
  const servers = JSON.parse(fs.readFileSync(path.join(root, "tools/hosts/servers.json"), "utf8")) as {
    repo: string;
    commit: string;
  }[];
  expect(servers).toHaveLength(5);
  for (const { commit } of servers) expect(commit).toMatch(/^[0-9a-f]{40}$/);
});
