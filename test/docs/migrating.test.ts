import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { codeBlocks, root } from "../kit/page.js";
import { legacyServerWith } from "../kit/project.js";
import { type Run, runLine } from "../kit/run-node.js";

const BIN = path.join(root, "rules/dist/command/main.js");
const PROGRAM = "npx eslint-plugin-error-contract";

const CONFIG = `import { defineConfig } from "eslint/config";
import errorContract from "eslint-plugin-error-contract";

export default defineConfig([{ files: ["**/*.js"], extends: [errorContract.configs.kaiza] }]);
`;

/** The lines of a page that call the plugin's bin, in their order. */
const linesOf = (page: string) =>
  codeBlocks(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.split("\n"))
    .filter((line) => line.startsWith(PROGRAM));

const run = (line: string, cwd: string): Promise<Run> =>
  runLine(line.replace(PROGRAM, `"${process.execPath}" "${BIN}"`), { cwd });

it("docs/guides/migrating.md: its commands migrate the example, whose tests stay green", async () => {
  const folder = legacyServerWith({ "eslint.config.js": CONFIG });
  const findings = async () =>
    (JSON.parse((await run(`${PROGRAM} plan --plan count.yaml --json`, folder)).stdout) as { findings: number }).findings;
  const before = await findings();
  const lines = linesOf("docs/guides/migrating.md");
  expect(lines.map((line) => line.split(" ")[2])).toEqual(["init", "report", "plan", "apply", "apply"]);
  for (const line of lines) {
    // The configuration is there; nobody is asked in a test.
    const { status, stdout, stderr } = await run(line.replace("init", "init --yes"), folder);
    expect(status, line + stdout + stderr).toBeLessThan(2);
  }
  expect(fs.existsSync(path.join(folder, "error-contract-report.html"))).toBe(true);
  expect(await findings()).toBeLessThan(before / 3);
  expect(await runLine("npm test", { cwd: folder })).toMatchObject({ status: 0 });
});

it("docs/guides/agents.md: its commands take decisions as JSON and print JSON", async () => {
  const folder = legacyServerWith({ "eslint.config.js": CONFIG });
  const outcomes: any[] = [];
  for (const line of linesOf("docs/guides/agents.md")) {
    const { status, stdout, stderr } = await run(line, folder);
    expect(status, line + stdout + stderr).toBeLessThan(2);
    const outcome = JSON.parse(stdout);
    outcomes.push(outcome);
    const open = (outcome.groups ?? []).filter(({ decision }: any) => decision === undefined);
    const decisions = Object.fromEntries(open.map(({ id, proposed }: any) => [id, proposed ?? "skip"]));
    fs.writeFileSync(path.join(folder, "decisions.json"), JSON.stringify(decisions));
  }
  const [accepted, decided, dry, written] = outcomes;
  expect(accepted.open).toBeGreaterThan(0);
  expect(decided.open).toBe(0);
  expect(dry).toMatchObject({ written: false, settled: written.settled });
  expect(written).toMatchObject({ written: true, compiled: true });
  expect(written.settled).toBeGreaterThan(50);
});

it("docs/guides/agents.md: the decisions that it shows are of the form that is read", () => {
  const [decisions] = codeBlocks("docs/guides/agents.md").filter(({ code }) => code.includes("despiteTests"));
  expect(Object.keys(JSON.parse(decisions!.code))).toHaveLength(3);
});
