import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { expect, it } from "vitest";
import { editFile, planProject, readFile } from "../command/plan-project.js";
import { runHere } from "../command/run-plugin.js";
import { codeBlocks } from "../kit/page.js";

const PROGRAM = "npx eslint-plugin-error-contract";

/** The lines of a page that call the plugin's bin, in their order. */
const linesOf = (page: string) =>
  codeBlocks(page)
    .filter(({ language }) => language === "sh")
    .flatMap(({ code }) => code.split("\n"))
    .filter((line) => line.startsWith(PROGRAM));

/** Runs a line with the arguments that a shell would make of it. */
const run = (line: string, cwd: string) => {
  const args = line.slice(PROGRAM.length).match(/"[^"]*"|\S+/g) ?? [];
  return runHere(cwd, ...args.map((arg) => arg.replaceAll('"', "")));
};

const SOURCE = `export function openList(lists, name) {
  if (!lists.has(name)) throw new Error(\`List not found: \${name}\`);
  if (name.length > 9) throw new Error("--name is not supported here");
}
`;
const project = () =>
  planProject({
    "package.json": JSON.stringify({ type: "module", scripts: { test: "node --check src/list.js" } }),
    "src/list.js": SOURCE,
  });

it("docs/guides/migrating.md: its commands bring a project from a report to rewritten files", async () => {
  const folder = project();
  const lines = linesOf("docs/guides/migrating.md");
  expect(lines.map((line) => line.split(" ")[2])).toEqual(["init", "report", "plan", "apply", "apply"]);
  for (const line of lines) {
    // The configuration is there already.
    const { status, stdout, stderr } = await run(line.replace(/ init$/, " init --help"), folder);
    expect(status, line + stdout + stderr).toBeLessThan(2);
  }
  expect(fs.existsSync(path.join(folder, "error-contract-report.html"))).toBe(true);
  expect(readFile(folder, "src/list.js")).toContain("toolError(TOOL_ERROR_CODES.NOT_FOUND, ");
});

it("docs/guides/migrating.md, commands.md: which answers of a handler are reported and counted", async () => {
  const folder = planProject({
    "src/tools.js": outdent`
      export const load = async (path, read) => {
        try {
          return { content: [{ type: "text", text: await read(path) }] };
        } catch (error) {
          if (path === "") return { isError: true, content: [{ type: "text", text: String(error) }] };
          return { isError: true, content: [{ type: "text", text: String(error) }] };
        }
      };

      export const list = async (path, read) => {
        if (path === "") return { isError: true, content: [{ type: "text", text: "path is required" }] };
        return { content: [{ type: "text", text: await read(path) }] };
      };\n
    `,
  });
  const count = async () => {
    const { groups } = JSON.parse((await run(`${PROGRAM} plan --json`, folder)).stdout);
    const { findings } = JSON.parse((await run(`${PROGRAM} report --json`, folder)).stdout);
    expect(groups.every(({ kind }: any) => kind.startsWith("{ isError: true }"))).toBe(true);
    return findings.map(({ line }: any) => line);
  };
  expect(await count()).toEqual([5]);
  editFile(folder, "eslint.config.js", (text) => text.replace("configs.recommended", "configs.kaiza"));
  expect(await count()).toEqual([5, 6, 11]);
});

it("docs/guides/agents.md: its commands take decisions as JSON and print JSON", async () => {
  const folder = project();
  const outcomes: any[] = [];
  for (const line of linesOf("docs/guides/agents.md")) {
    const { status, stdout, stderr } = await run(line, folder);
    expect(status, line + stdout + stderr).toBeLessThan(2);
    const outcome = JSON.parse(stdout);
    outcomes.push(outcome);
    const open = (outcome.groups ?? []).filter(({ decision }: any) => decision === undefined);
    const decisions = Object.fromEntries(open.map(({ id }: any) => [id, "INVALID_INPUT"]));
    if (outcomes.length === 1) fs.writeFileSync(path.join(folder, "decisions.json"), JSON.stringify(decisions));
  }
  const [accepted, decided, dry, written] = outcomes;
  expect([accepted.open, decided.open]).toEqual([1, 0]);
  expect(dry).toMatchObject({ written: false, settled: 2 });
  expect(written).toMatchObject({ written: true, settled: 2, restored: [], left: [] });
});

it("docs/guides/agents.md: the decisions that it shows are JSON", () => {
  const [decisions] = codeBlocks("docs/guides/agents.md").filter(({ code }) => code.includes('"decision"'));
  expect(Object.keys(JSON.parse(decisions!.code))).toHaveLength(3);
});
