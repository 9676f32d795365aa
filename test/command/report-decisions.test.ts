// Findings of one decision over the project are one in a report and in a plan, with all of their places.
import { outdent } from "outdent";
import fs from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { projectWith } from "../kit/project.js";
import { CONFIG } from "./hostile-server.js";
import { PLAN, decide, editFile, readFile, runAsJson } from "./plan-project.js";
import { runHere } from "./run-plugin.js";

const HEAD = outdent`
  import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
  const server = new McpServer({ name: "notes", version: "1.0.0" });\n
`;
const tool = (name: string, answer = '{ isError: true, content: [{ type: "text", text: error.message }] }') =>
  `server.registerTool("${name}", {}, async ({ id }) => {
  try { return await load(id); } catch (error) { return ${answer}; }
});\n`;
const tools = (count: number, letter: string) => Array.from({ length: count }, (_, at) => tool(`${letter}${at}`));

const HABIT = "{ isError: true } with the text of each error";
const HELPER = "helper src/c.js:fail";
const project = () =>
  projectWith({
    "package.json": JSON.stringify({ name: "notes", type: "module" }),
    "eslint.config.js": CONFIG,
    "src/a.js": HEAD + tools(3, "a").join(""),
    "src/b.js": HEAD + tools(25, "b").join(""),
    "src/c.js": outdent`
      ${HEAD}const fail = (error) => ({ content: [{ type: "text", text: \`Error: \${error.message}\` }] });
      ${tool("c0", "fail(error)")}${tool("c1", "id ? fail(error) : fail(new Error(id))")}
    `,
  });

const rangeOf = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + 3 * at);

describe("report, of decisions over the project", () => {
  let cwd: string;
  let report: any;
  let told: string;
  beforeAll(async () => {
    cwd = project();
    ({ json: report } = await runAsJson(cwd, "report"));
    told = (await runHere(cwd, "report", "--markdown", "report.md", "--html", "page.html")).stdout;
  });

  it("joins the findings of a habit over the files, with the place of each function", () => {
    const places = [
      ...rangeOf(4, 3).map((line) => ({ file: "src/a.js", line, column: 57, finding: 1 })),
      ...rangeOf(4, 25).map((line) => ({ file: "src/b.js", line, column: 57, finding: 2 })),
    ];
    const rule = "no-error-result";
    expect(report.decisions).toEqual([
      { rule, decision: HABIT, noun: "function", count: 28, behind: 0, files: 2, findings: [1, 2], places },
      {
        ...{ rule, decision: HELPER, noun: "call", count: 3, behind: 0, files: 1, findings: [3] },
        places: [5, 8, 8].map((line) => ({ file: "src/c.js", line, column: expect.any(Number), finding: 3 })),
      },
    ]);
    expect(report.findings.map(({ decision }: any) => decision)).toEqual([HABIT, HABIT, HELPER]);
    expect(report.totals).toMatchObject({ findings: 3, decisions: 2, decidedFindings: 3, decidedPlaces: 31 });
  });

  it("joins what a function of another module answers over the files that call it", async () => {
    const folder = projectWith({
      "package.json": JSON.stringify({ name: "notes", type: "module" }),
      "eslint.config.js": CONFIG,
      "src/answers.js":
        "export const fail = (error) => ({ content: [{ type: 'text', text: `Error: ${error.message}` }] });",
      "src/a.js": `import { fail } from "./answers.js";\n${HEAD}${tool("a0", "fail(error)")}${tool("a1", "fail(error)")}`,
      "src/b.js": `import { fail } from "./answers.js";\n${HEAD}${tool("b0", "fail(error)")}`,
    });
    const { json } = await runAsJson(folder, "report");
    const decision = json.decisions.find((each: any) => each.decision === "helper src/answers.js:fail");
    expect(decision).toMatchObject({ noun: "call", count: 3, files: 3 });
    expect(json.findings.map(({ file }: any) => file)).toEqual(["src/a.js", "src/answers.js", "src/b.js"]);
  });

  it("shows a decision once, with how many places it settles and the first of them", () => {
    const markdown = readFile(cwd, "report.md");
    const page = readFile(cwd, "page.html");
    expect(told.split("\n")).toEqual(
      expect.arrayContaining([
        "Codes are lost in 28 places: whatever is thrown there, the client gets none.",
        `  ${HABIT}: 28 functions in 2 files`,
        "    src/a.js:4, src/a.js:7, src/a.js:10, src/b.js:4, src/b.js:7, and 23 more",
        expect.stringContaining("3 of them stand for 2 decisions, which settle 31 places."),
        `  ${HELPER}: 3 calls in 1 file`,
      ]),
    );
    expect(markdown.match(/^### .*/gm)).toEqual([
      expect.stringContaining(`\`${HABIT}\` 28 functions in 2 files`),
      expect.stringContaining(`\`${HELPER}\` 3 calls in 1 file`),
    ]);
    expect(markdown.match(/^- \d\. `src.*/gm)).toHaveLength(20 + 3);
    expect(markdown).toContain("And 8 more, which `report --json` lists.");
    expect(page.match(/<h3/g)).toHaveLength(2);
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    const targets = [...page.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("counts a failing result for each tool whose function has the habit, and a helper once", () => {
    const counts = report.tools.map(({ name, results, findings }: any) => [name.at(0), results, findings]);
    const rows = (letter: string, count: number, finding: number) =>
      Array.from({ length: count }, () => [letter, 1, [finding]]);
    expect(counts).toEqual([...rows("a", 3, 1), ...rows("b", 25, 2), ...rows("c", 2, 3)]);
  });

  it("shows a decision with one place as the finding that it is", async () => {
    const alone = projectWith({
      "package.json": JSON.stringify({ name: "alone", type: "module" }),
      "eslint.config.js": CONFIG,
      "src/a.js": HEAD + tool("a"),
    });
    const { stdout } = await runHere(alone, "report", "--markdown", "report.md");
    expect(stdout).toContain("  src/a.js:4  Each code ends here as text; throw");
    expect(readFile(alone, "report.md")).toContain("### 1. `src/a.js:4:57`");
    expect(readFile(alone, "report.md")).not.toContain("## Decisions");
  });
});

describe("plan and apply, of decisions over the project", () => {
  it("ask once, and settle each function of each file", async () => {
    const cwd = project();
    const { json } = await runAsJson(cwd, "plan");
    expect(json.groups.map(({ kind, places }: any) => [kind, places.length])).toEqual([
      [HELPER, 1],
      [HABIT, 28],
    ]);
    decide(cwd, HABIT, "fromUnknown");
    const applied = await runAsJson(cwd, "apply", "--write");
    expect(applied.json).toMatchObject({ settled: 28, left: [], files: [{ settled: 3 }, { settled: 25 }] });
    for (const [file, count] of [
      ["src/a.js", 3],
      ["src/b.js", 25],
    ] as const) {
      expect(readFile(cwd, file).match(/throw fromUnknown\(error, /g)).toHaveLength(count);
      expect(readFile(cwd, file)).not.toContain("isError");
    }
  });

  it("leave a function alone that a comment keeps, and settle the others of its file", async () => {
    const cwd = project();
    editFile(cwd, "src/a.js", (text) =>
      text.replace("  try {", "  // eslint-disable-next-line error-contract/no-error-result -- kept\n  try {"),
    );
    const { json } = await runAsJson(cwd, "plan", "src/a.js");
    expect(json.groups[0].places.map(({ line }: any) => line)).toEqual([8, 11]);
    expect(fs.existsSync(path.join(cwd, PLAN))).toBe(true);
    // In a lint, the one finding of the file stands at the first function, and the comment silences it.
    const { json: report } = await runAsJson(cwd, "report", "src/a.js");
    expect(report.totals).toMatchObject({ findings: 0, suppressed: 1 });
  });
});

describe("raw errors of other modules behind a wrapper that makes its own envelope", () => {
  const WRAPPER = "wrapper src/safe.js:safe";
  const files = {
    "package.json": JSON.stringify({ name: "notes", type: "module" }),
    "eslint.config.js": CONFIG,
    "src/server.js": outdent`
      import { safe } from "./safe.js";
      import { load, list, clean } from "./store.js";
      ${HEAD}server.registerTool("read", {}, safe(async ({ id }) => load(id)));
      server.registerTool("list", {}, safe(async ({ id }) => list(id)));
      server.registerTool("bare", {}, async ({ id }) => ({ content: [{ type: "text", text: clean(id) }] }));
    `,
    "src/safe.js": outdent`
      export const safe = (run) => async (input) => {
        try { return await run(input); } catch (error) { return { failed: true, reason: error.message }; }
      };
    `,
    "src/store.js": outdent`
      export function load(id) {
        if (!id) throw new Error("id is required");
        return read(id);
      }
      function read(id) {
        if (id === "x") throw new Error("no note x");
        return clean(id);
      }
      export function list(id) {
        if (!id) throw new Error("id is required");
        return [id];
      }
      export function clean(id) {
        if (!id) throw new Error("id is empty");
        return id.trim();
      }
    `,
  };

  it("belong to the wrapper's decision in `report`, but for those that a client gets by another way", async () => {
    const { json } = await runAsJson(projectWith(files), "report");
    const decision = json.decisions.find((each: any) => each.decision === WRAPPER);
    expect(decision).toMatchObject({ rule: "require-boundary", noun: "call", count: 2, behind: 3 });
    const settled = json.findings.filter(({ decision: name }: any) => name === WRAPPER);
    expect(settled.map(({ file, line }: any) => `${file}:${line}`)).toEqual([
      "src/server.js:5",
      "src/store.js:2",
      "src/store.js:6",
      "src/store.js:10",
    ]);
    const { stdout } = await runHere(projectWith(files), "report", "--markdown", "report.md");
    expect(stdout).toContain(`${WRAPPER}: 2 calls in 2 files, and 3 raw errors behind them`);
  });

  it("are a group of the wrapper in `plan`, which `apply` carries out", async () => {
    const cwd = projectWith(files);
    const { json } = await runAsJson(cwd, "plan");
    const group = json.groups.find(({ rule, kind }: any) => rule === "no-raw-error" && kind === WRAPPER);
    expect(group.places.map(({ line }: any) => line)).toEqual([2, 6, 10]);
    decide(cwd, `rule: no-raw-error\n    kind: ${WRAPPER}`, "INVALID_INPUT");
    const applied = await runAsJson(cwd, "apply", "--write");
    expect(applied.json).toMatchObject({ settled: 3, left: [] });
    expect(readFile(cwd, "src/store.js").match(/INVALID_INPUT/g)).toHaveLength(3);
  });
});
