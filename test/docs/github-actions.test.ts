import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { CONFIG } from "../command/hostile-server.js";
import { codeBlocks, root } from "../kit/page.js";
import { filesOf, projectWith, temporaryFolder, writeFiles } from "../kit/project.js";
import { git, manifestOf } from "../kit/release-repository.js";
import { runLine, runNode } from "../kit/run-node.js";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

const action = parse(fs.readFileSync(path.join(root, "action.yml"), "utf8")) as {
  inputs: Readonly<Record<string, { default: string }>>;
  runs: { using: string; steps: readonly Step[] };
};
const blocks = codeBlocks("docs/guides/github-actions.md");
const workflows = blocks
  .filter(({ language }) => language === "yaml")
  .map(({ code, section }) => [section, parse(code) as Readonly<Record<string, any>>] as const);

/** A server that takes any input, with one finding. */
function project(): string {
  return projectWith({
    "package.json": JSON.stringify({ name: "lax", type: "module" }),
    "eslint.config.js": CONFIG,
    "server.cjs": fs.readFileSync(path.join(root, "test/prove/servers/lax.cjs"), "utf8"),
    "src/notes.js": "export const notes = [];\n",
  });
}

/** A folder with an `npx` that finds the bins of this workspace, which nothing installs here. */
function npxFolder(): string {
  const folder = temporaryFolder();
  const bins = { "error-contract": "src/dist/command/main.js", "eslint-plugin-error-contract": "rules/lib/main.js" };
  const cases = Object.entries(bins).map(([name, bin]) => `${name}) exec node "${path.join(root, bin)}" "$@" ;;`);
  const lines = ["#!/bin/sh", 'if [ "$1" = --no-install ]; then shift; fi', "name=$1", "shift", "case $name in"];
  writeFiles(folder, { npx: [...lines, ...cases, "esac", "exit 127\n"].join("\n") });
  fs.chmodSync(path.join(folder, "npx"), 0o755);
  return folder;
}

const failuresOf = (codes: readonly string[]) =>
  JSON.stringify({
    version: 1,
    contract: "standard",
    tools: { read_note: codes },
    resources: {},
    prompts: {},
    exceptions: {},
  });

const PATH = `${npxFolder()}${path.delimiter}${process.env.PATH!}`;

/** Runs the steps of the action as the runner would, and returns the exit codes and the summary. */
async function runAction(cwd: string, inputs: Readonly<Record<string, string>>, base = "") {
  const temporary = temporaryFolder();
  const summary = path.join(temporary, "summary.md");
  fs.writeFileSync(summary, "");
  const valueOf = (text: string) =>
    text
      .replaceAll("${{ github.base_ref }}", base)
      .replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => inputs[name] ?? action.inputs[name]!.default);
  const statuses: (number | null)[] = [];
  for (const { run, env = {}, if: condition } of action.runs.steps) {
    // A step of a pull request alone.
    if (base === "" && condition?.includes("github.base_ref")) continue;
    const script = path.join(temporary, "step.sh");
    fs.writeFileSync(script, run!);
    const values = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, valueOf(value)]));
    const { status } = await runLine(`bash --noprofile --norc -eo pipefail ${script}`, {
      cwd,
      env: { ...values, PATH, RUNNER_TEMP: temporary, GITHUB_STEP_SUMMARY: summary },
    });
    statuses.push(status);
  }
  return { statuses, summary: fs.readFileSync(summary, "utf8") };
}

it("action.yml passes where nothing got worse, fails where something did, and shows both", async () => {
  const cwd = project();
  const lines = blocks.filter(({ language }) => language === "sh").flatMap(({ code }) => code.split("\n"));
  for (const line of lines) await runLine(line.replace("server.js", "server.cjs"), { cwd, env: { PATH } });
  expect(Object.keys(filesOf(cwd))).toEqual(expect.arrayContaining(["error-contract.baseline.json", "proof.json"]));

  const inputs = { server: "node server.cjs" };
  const same = await runAction(cwd, inputs);
  expect(same.statuses).toEqual([0, 0]);
  expect(same.summary.length).toBeGreaterThan(100);

  writeFiles(cwd, { "src/more.js": 'export const fail = () => {\n  throw new Error("gone");\n};\n' });
  expect((await runAction(cwd, inputs)).statuses).toEqual([1, 0]);
});

it("action.yml shows in a pull request what its committed files change for clients", async () => {
  const origin = projectWith({ "error-contract.failures.json": failuresOf(["NOT_FOUND"]) });
  const commit = [
    "-c",
    "user.name=test",
    "-c",
    "user.email=test@localhost",
    "commit",
    "--quiet",
    "--all",
    "-m",
    "change",
  ];
  git(origin, "init", "--quiet", "--initial-branch=main");
  git(origin, "add", "error-contract.failures.json");
  git(origin, ...commit);
  const folder = path.join(temporaryFolder(), "clone");
  git(origin, "clone", "--quiet", "--depth=1", `file://${origin}`, folder);
  git(folder, "checkout", "--quiet", "-b", "change");
  writeFiles(folder, { "error-contract.failures.json": failuresOf(["CONFLICT", "NOT_FOUND"]) });
  git(folder, ...commit);
  const { statuses, summary } = await runAction(folder, { baseline: "" }, "main");
  expect(statuses[0]).toBe(0);
  expect(summary).toContain("`read_note` can now answer CONFLICT");
  fs.rmSync(path.join(folder, "error-contract.failures.json"));
  expect((await runAction(folder, { baseline: "" }, "main")).summary).not.toContain("What changes for clients");
});

it("the page names the inputs of the action with their defaults, and this version", () => {
  const page = fs.readFileSync(path.join(root, "docs/guides/github-actions.md"), "utf8");
  for (const [name, { default: value }] of Object.entries(action.inputs)) {
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` .*\\| (\`${value}\`|empty) +\\|$`, "m"));
  }
  const steps = workflows.flatMap(([, { jobs }]) =>
    Object.values(jobs as object).flatMap(({ steps: all }) => all as Step[]),
  );
  const [own] = steps.filter(({ uses }) => uses?.startsWith("error-contract/"));
  expect(own!.uses).toBe(`error-contract/error-contract@v${manifestOf(root, "src").version}`);
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(own!.with!)));
});

it("ESLint prints each finding as a line with its place, severity, message and rule", async () => {
  const cwd = projectWith({
    "package.json": `{ "type": "module" }`,
    "eslint.config.js": CONFIG,
    "src/fail.js": 'export const fail = () => {\n  throw new Error("gone");\n};\n',
  });
  const { stdout } = await runNode([path.join(root, "node_modules/eslint/bin/eslint.js"), "."], { cwd });
  const [file, finding] = stdout.split("\n").filter((line) => line !== "");
  expect(file).toBe(path.join(fs.realpathSync(cwd), "src/fail.js"));
  expect(finding).toMatch(/^\s+2:\d+\s+(error|warning)\s+\S.*\s\serror-contract\/no-raw-error$/);
});

it("the workflows of the repository run scripts that there are", () => {
  const folder = path.join(root, ".github/workflows");
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as { scripts: object };
  for (const name of fs.readdirSync(folder)) {
    const text = fs.readFileSync(path.join(folder, name), "utf8");
    expect(parse(text), name).toHaveProperty("jobs");
    const called = Array.from(text.matchAll(/npm run ([\w:-]+)/g), ([, script]) => script!);
    expect(
      called.filter((script) => !(script in scripts)),
      name,
    ).toEqual([]);
  }
});
