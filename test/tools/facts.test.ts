import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { type Run, runNode } from "../kit/run-node.js";

const SERVER = `export async function remove(file) {
  try {
    await unlink(file);
  } catch (error) {
    if (error.code !== "ENOENT") { console.error(error); }
  }
}
export function load(file) {
  try {
    return JSON.parse(file);
  } catch {
    return {};
  }
}
`;

const place = (line: number, endLine: number, sub: string) =>
  JSON.stringify({ repo: "acme/server", file: "index.js", line, endLine, label: "SWALLOWED", sub });

const count = (folder: string, ...args: readonly string[]): Promise<Run> =>
  runNode([path.join(import.meta.dirname, "../../tools/corpus/facts.js"), "servers", ...args], { cwd: folder });

it("counts the facts of labelled handlers and of findings that were read, beside a run before", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "servers/acme+server/index.js": SERVER,
    "labels/labels-catch.jsonl": [place(4, 6, "defect:log-only"), place(11, 13, "deliberate:parse-probe")].join("\n"),
    "read.jsonl": JSON.stringify({
      ...{ repo: "acme+server", file: "index.js", line: 4, endLine: 4, rule: "no-swallowed-error", v: "R" },
    }),
  });
  const labels = ["--labels", "labels", "--read", "read.jsonl"];
  const run = "run.jsonl";

  const { stdout } = await count(folder, ...labels, "--out", run);
  expect(stdout).toContain("| for: narrowed | 1, 1 | 0, 0 | 1, 1 | 0, 0 | 0, 0 |");
  expect(stdout).toContain("| against: probe | 0, 0 | 1, 0 | 0, 0 | 0, 0 | 0, 0 |");
  expect(stdout).toContain("| all | 1, 1 | 1, 0 | 1, 1 | 0, 0 | 0, 0 |\n2 of 2 findings have a suggestion.");
  const { stdout: compared } = await count(folder, ...labels, "--against", run);
  expect(compared).toContain("| all | 1, 1, 1 | 1, 0, 0 | 1, 1, 1 |");
});

it.each([
  [[], "--labels is missing: expected the folder of the labels"],
  [["--labels", "nowhere"], "nowhere is not there"],
])("with %j it says what is expected", async (args, problem) => {
  const folder = temporaryFolder();
  writeFiles(folder, { "servers/README.md": "" });
  const { status, stderr } = await count(folder, ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(problem)]);
});
