// What a plan keeps has a directive that ESLint never calls unused, so that `--fix` does not take it away.
import { ESLint } from "eslint";
import { outdent } from "outdent";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Files } from "../kit/project.js";
import { PLAN, editFile, planProject, readFile, runAsJson } from "./plan-project.js";
import { runHere } from "./run-plugin.js";

const SERVER = outdent`
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  const server = new McpServer({ name: "notes", version: "1.0.0" });\n
`;
const answering = (name: string) => outdent`
  server.registerTool("${name}", {}, async ({ id }) => {
    try {
      return await load(id);
    } catch (error) {
      return { isError: true, content: [{ type: "text", text: error.message }] };
    }
  });\n
`;
const LOADER = outdent`
  import { read } from "./read.js";
  export async function save(name: string) {
    try { return await read(name); } catch (error) { console.error(error); if (!name) throw new Error("Not found: " + name); return []; }
  }
  export async function remove(name: string): Promise<string[]> {
    try {
      return await read(name);
    } catch (error) { console.error("not removed, although somebody waits for it", error); return []; }
  }\n
`;

/** What ESLint says about a project, and what its `--fix` makes of the files. */
async function lint(cwd: string) {
  const linterOptions = { reportUnusedDisableDirectives: "error" } as const;
  const results = await new ESLint({ cwd, fix: true, overrideConfig: [{ linterOptions }] }).lintFiles(["src"]);
  return {
    messages: results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    fixed: results.filter(({ output }) => output !== undefined).map(({ filePath }) => path.basename(filePath)),
  };
}

/** Keeps each finding of a project that the text of its group matches, and decides for the others as proposed. */
async function keepAll(files: Files, isKept = /./): Promise<string> {
  const cwd = planProject(files);
  await runHere(cwd, "plan");
  editFile(cwd, PLAN, (text) =>
    text
      .split("\n  - id: ")
      .map((group, at) =>
        at === 0
          ? group
          : group.replace(
              /decision:.*/,
              isKept.test(group) ? "decision: keep\n    reason: the host shows it" : "decision: asProposed",
            ),
      )
      .join("\n  - id: "),
  );
  expect(await runAsJson(cwd, "apply", "--write")).toMatchObject({ json: { restored: [] } });
  return cwd;
}

const directives = (cwd: string, name: string) => readFile(cwd, name).match(/eslint-disable-\S*line/g) ?? [];

describe("keep", () => {
  const cases: readonly (readonly [name: string, files: Files, file: string, count: number])[] = [
    [
      "a finding that stands for all functions of its file",
      { "src/tools.js": SERVER + answering("a") + answering("b") + answering("c") },
      "src/tools.js",
      1,
    ],
    [
      "findings of several rules, in lines that the formatter did not accept",
      { "src/load.ts": LOADER },
      "src/load.ts",
      3,
    ],
    ["line ends of Windows", { "src/load.ts": LOADER.replaceAll("\n", "\r\n") }, "src/load.ts", 3],
    [
      "a directive of another rule above the line",
      {
        "src/load.ts":
          'export const f = () => {\n  // eslint-disable-next-line no-throw\n  throw new Error("Not found");\n};\n',
      },
      "src/load.ts",
      2,
    ],
  ];
  it.each(cases)("stays: %s", async (_, files, file, count) => {
    const cwd = await keepAll(files);
    expect(directives(cwd, file)).toHaveLength(count);
    const { messages, fixed } = await lint(cwd);
    expect(messages.filter((each) => !each.includes("no-throw"))).toEqual([]);
    if (!file.includes("load.ts") || count !== 2) expect(fixed).toEqual([]);
    const text = readFile(cwd, file);
    await runHere(cwd, "plan");
    await runHere(cwd, "apply", "--write");
    expect(readFile(cwd, file)).toBe(text);
  });

  it("stays where another decision changes the file, and its formatter moves lines", async () => {
    const cwd = await keepAll({ "src/load.ts": LOADER, "src/a.js": SERVER + answering("a") }, /no-swallowed-error/);
    expect(readFile(cwd, "src/load.ts")).toContain("toolError(");
    const { messages, fixed } = await lint(cwd);
    expect(messages.filter((each) => /Unused|no-swallowed/.test(each))).toEqual([]);
    expect(fixed).toEqual([]);
  });

  it("leaves a directive alone that was there, and silences nothing", async () => {
    const old =
      "// eslint-disable-next-line error-contract/no-raw-error -- best effort, the host shows it\nexport const one = 1;\n";
    const cwd = await keepAll({ "src/load.ts": `${old}${LOADER}` });
    expect(readFile(cwd, "src/load.ts").startsWith(old)).toBe(true);
    expect(fs.existsSync(path.join(cwd, PLAN))).toBe(true);
  });
});
