import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import { beforeAll, describe, expect, it } from "vitest";
import { projectWith, writeFiles } from "../kit/project.js";
import { CONFIG, HOSTILE_FILE, hostileServer } from "./hostile-server.js";
import { runHere } from "./run-plugin.js";

const BASELINE = "error-contract.baseline.json";

describe("report --json", () => {
  let report: any;
  beforeAll(async () => {
    const { status, stdout } = await runHere(hostileServer(), "report", "--json");
    expect(status).toBe(0);
    report = JSON.parse(stdout);
  });
  const toolNamed = (name: string) => report.tools.find((tool: any) => tool.name === name);

  it("counts findings, and the files that no rule is on for", () => {
    expect(report).toMatchObject({
      project: "</title><script>alert(3)</script>",
      contracts: ["standard"],
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      next: [
        expect.stringContaining("rewrites 1 finding;"),
        expect.stringContaining("`wrapServer(server)`"),
        expect.stringContaining("plan` groups the other findings"),
        expect.stringContaining("report --update-baseline"),
      ],
      totals: { files: 5, filesWithFindings: 4, uncheckedFiles: 2, suppressed: 0, tools: 6, toolsWithoutBoundary: 5 },
      rules: expect.arrayContaining([expect.objectContaining({ rule: "no-raw-error", findings: 6 })]),
      directories: [{ directory: "src", files: 5, findings: report.totals.findings }],
      unreadable: [{ file: "src/broken.js", message: expect.stringContaining("Parsing error") }],
    });
  });

  it("numbers the findings in the order of files and lines, each with its code and what can be done", () => {
    expect(report.findings.map(({ number }: any) => number)).toEqual(
      report.findings.map((_: any, at: number) => at + 1),
    );
    expect(report.findings.find(({ file }: any) => file === HOSTILE_FILE)).toMatchObject({
      rule: "no-raw-error",
      line: 2,
      column: 9,
      fixable: false,
      suggestions: [],
      frame: [
        { line: 1, text: "export function fail() {" },
        { line: 2, text: "  throw new Error(`</code></pre><b>bold</b>`);", mark: [8, 45] },
        { line: 3, text: "}" },
      ],
    });
  });

  it("says how many tools reach a finding", () => {
    const reached = report.findings.map(({ file, line, tools }: any) => [`${file}:${line}`, tools]);
    expect(reached).toEqual(
      expect.arrayContaining([
        [`${HOSTILE_FILE}:2`, 0],
        ["src/notes.js:9", 2],
      ]),
    );
  });

  it("shows what would steer a terminal as a dot", () => {
    const frame = report.findings.flatMap((finding: any) => finding.frame).map(({ text }: any) => text);
    expect(frame).toContain("  // \u00b7 \u00b7");
  });

  it("follows the calls of a tool through the functions of the project", () => {
    const { findings, ...tool } = toolNamed("read_note");
    expect(tool).toEqual({
      name: "read_note",
      isNamed: true,
      file: "src/server.js",
      line: 7,
      boundary: "bare",
      isFollowed: true,
      rawErrors: 1,
      swallowed: 1,
      results: 0,
      others: 0,
      codes: ["NOT_FOUND"],
    });
    expect(findings.map((each: number) => report.findings[each - 1].file)).toEqual(["src/notes.js", "src/notes.js"]);
  });

  it("knows a tool behind the boundary, tools of a table, and those that one handler tells apart", () => {
    expect(toolNamed("wrapped")).toMatchObject({ boundary: "wrapped", findings: [] });
    expect(toolNamed("from_table")).toMatchObject({ boundary: "bare", rawErrors: 1, codes: ["NOT_FOUND"] });
    expect(toolNamed("search")).toMatchObject({ file: "src/old-server.js", boundary: "bare", rawErrors: 1 });
    expect(toolNamed("archive")).toMatchObject({ rawErrors: 0 });
    expect(toolNamed("restore")).toMatchObject({ rawErrors: 1 });
  });
});

describe("report, of tools that one function serves", () => {
  it("has those that the server describes, each with what all share", async () => {
    const cwd = projectWith({
      "package.json": JSON.stringify({ name: "one", type: "module" }),
      "eslint.config.js": CONFIG,
      "src/server.js": outdent`
        import { Server } from "@modelcontextprotocol/sdk/server/index.js";
        import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

        const tools = [{ name: "read", inputSchema: {} }, { name: "list", inputSchema: {} }, { name: "drop", inputSchema: {} }];
        const server = new Server({ name: "one", version: "1.0.0" }, { capabilities: { tools: {} } });
        server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
        server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
          if (params.name === "list") return { content: [] };
          throw new Error("no note");
        });\n
      `,
    });
    const { tools } = JSON.parse((await runHere(cwd, "report", "--json")).stdout);
    expect(tools.map(({ name, isNamed, rawErrors }: any) => [name, isNamed, rawErrors])).toEqual([
      ["drop", true, 1],
      ["list", true, 0],
      ["read", true, 1],
    ]);
  });
});

describe("report, of codes that are lost", () => {
  const files = {
    "package.json": JSON.stringify({ name: "lost", type: "module" }),
    "eslint.config.js": CONFIG,
    "src/calendar.js": outdent`
      import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

      export function find(id) {
        throw new McpError(ErrorCode.InvalidRequest, "Calendar not found: " + id);
      }\n
    `,
    "src/wrap.js": outdent`
      export const wrap = (handler) => async (args) => {
        try {
          return await handler(args);
        } catch (error) {
          return { isError: true, content: [{ type: "text", text: error.message }] };
        }
      };\n
    `,
  };
  const places = ["src/calendar.js:4", "src/wrap.js:5"];

  it("names the places first, in text, Markdown, page and JSON", async () => {
    const cwd = projectWith(files);
    const text = await runHere(cwd, "report", "--markdown", "report.md", "--html", "page.html");
    const { stdout } = await runHere(cwd, "report", "--json");
    const report = JSON.parse(stdout);
    const lost = report.codesLost.map((number: number) => report.findings[number - 1]);
    expect(lost.map(({ file, line }: any) => `${file}:${line}`)).toEqual(places);

    const summary = "Codes are lost in 2 places: whatever is thrown there, the client gets none.";
    expect(text.stdout.split("\n")[0]).toBe(summary);
    const markdown = fs.readFileSync(path.join(cwd, "report.md"), "utf8");
    expect(markdown.match(/^## .+/gm)?.slice(0, 2)).toEqual(["## Where codes are lost", "## Next"]);
    const page = fs.readFileSync(path.join(cwd, "page.html"), "utf8");
    expect([...page.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => id).slice(0, 2)).toEqual([
      "where-codes-are-lost",
      "next",
    ]);
    for (const told of [text.stdout, markdown, page])
      for (const place of [summary, ...places]) expect(told).toContain(place);
  });

  it("are in the plan, too", async () => {
    const { stdout } = await runHere(projectWith(files), "plan", "--json");
    expect(JSON.parse(stdout).groups.map(({ rule, kind }: any) => `${rule}: ${kind}`)).toEqual(
      expect.arrayContaining([
        "no-raw-error: McpError that says NOT_FOUND",
        expect.stringContaining("no-error-result: "),
      ]),
    );
  });
});

describe("report, of tools that are registered from other modules", () => {
  const fail = 'const fail = async () => {\n  throw new Error("no");\n};\n';
  const folder = () =>
    projectWith({
      "package.json": JSON.stringify({ name: "tables", type: "module" }),
      "eslint.config.js": CONFIG,
      "src/server.js": outdent`
        import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
        import * as everything from "./everything.js";
        import table, { single } from "./table.js";

        const server = new McpServer({ name: "tables", version: "1.0.0" });
        for (const tool of Object.values(table)) server.tool(tool.name, {}, tool.execute);
        server.registerTool(single.name, {}, (params) => single.handler(params));
        server.registerTool("made", {}, everything.make().handler);
        for (const each of everything.list()) server.registerTool(each.name, {}, each.handler);\n
      `,
      "src/table.js": `${fail}const name = "read_note";\nexport const single = { name: "single", handler: fail };
const read = { name, execute: fail };\nexport default { read };\n`,
    });

  it("reads names and handlers of tables, and tells what it does not follow or know by name", async () => {
    const cwd = folder();
    const { tools, totals } = JSON.parse((await runHere(cwd, "report", "--json", "--markdown", "report.md")).stdout);
    const rows = tools.map(({ name, isNamed, boundary, rawErrors }: any) => [name, isNamed, boundary, rawErrors]);
    expect(rows).toEqual([
      ["each.name", false, "unknown", null],
      ["made", true, "unknown", null],
      ["read_note", true, "bare", 1],
      ["single", true, "bare", 1],
    ]);
    expect(totals).toMatchObject({ tools: 4, toolsWithoutBoundary: 2, toolsUnknown: 2, toolsUnnamed: 1 });
    const text = fs.readFileSync(path.join(cwd, "report.md"), "utf8");
    expect(text).toContain(
      "2 of 4 tools without the boundary, 2 not known, 1 entry for tools whose names are not known.",
    );
    expect(text).toContain("| `made` | `src/server.js:8` | unknown | not followed |");
  });
});

describe("report, of tools that are objects", () => {
  const fail = 'async () => {\n  throw new Error("no");\n}';
  const folder = () =>
    projectWith({
      "package.json": JSON.stringify({ name: "objects", type: "module", dependencies: { fastmcp: "3.0.0" } }),
      "eslint.config.js": CONFIG,
      "src/server.js": outdent`
        import { FastMCP } from "fastmcp";
        import { distant } from "notes-tools";
        import { byName, list, read } from "./tools.js";

        const server = new FastMCP({ name: "objects", version: "1.0.0" });
        const more = { execute: distant.execute };
        server.addTool(read);
        for (const tool of list) server.addTool(tool);
        Object.entries(byName).forEach(([name, tool]) => server.addTool(name, tool.config, tool.handler));
        server.addTool(distant);
        server.addTool({ ...distant });
        server.addTool(distant.make());
        server.addTool(...distant.pair);\n
      `,
      "src/tools.js": outdent`
        const run = ${fail};
        export const read = { name: "read_note", description: "Reads", parameters: {}, execute: run };
        export const list = [define({ name: "write_note", parameters: {}, execute: ${fail} })];
        export const byName = { drop_note: { config: {}, handler: ${fail} }, "keep note": { config: {}, handler: run } };\n
      `,
      "src/left.js": `export const left = { name: "left_note", inputSchema: {}, handler: ${fail} };\n`,
    });

  it("follows imported tools, lists and objects, has each object once, and says which it does not follow", async () => {
    const cwd = folder();
    const { tools, totals } = JSON.parse((await runHere(cwd, "report", "--json", "--markdown", "report.md")).stdout);
    const rows = tools.map(({ name, file, line, isNamed, isFollowed, boundary, rawErrors }: any) => [
      ...[name, `${file}:${line}`, isNamed, isFollowed, boundary, rawErrors],
    ]);
    expect(rows).toEqual([
      ["distant", "src/server.js:10", false, false, "unknown", null],
      ["distant.make()", "src/server.js:12", false, false, "unknown", null],
      ["distant.pair", "src/server.js:13", false, false, "unknown", null],
      ["drop_note", "src/server.js:9", true, true, "bare", 1],
      ["keep note", "src/server.js:9", true, true, "bare", 1],
      ["left_note", "src/left.js:1", true, true, "unknown", 1],
      ["read_note", "src/server.js:7", true, true, "bare", 1],
      ["write_note", "src/server.js:8", true, true, "bare", 1],
      ["{ ...distant }", "src/server.js:11", false, false, "unknown", null],
    ]);
    expect(totals).toMatchObject({ tools: 9, toolsWithoutBoundary: 4, toolsUnknown: 5, toolsUnfollowed: 4 });
    const text = fs.readFileSync(path.join(cwd, "report.md"), "utf8");
    expect(text).toContain("4 rows take a handler that is not followed:");
    expect(text).toContain("| `{ ...distant }` | `src/server.js:11` | unknown | not followed |");
  });
});

describe("report", () => {
  it("prints the first finding of each rule with its code, but not in a check", async () => {
    const cwd = projectWith({
      "eslint.config.js": CONFIG,
      "src/read.js": outdent`
        import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";

        export function readNote(id) {
          if (!id) throw new Error("no \u001b[2J id");
          try {
            return JSON.parse(id);
          } catch {
            return null;
          }
        }
      `,
    });
    const { stdout } = await runHere(cwd, "report");
    const [, shown] = stdout.split("The first of each rule:\n");
    expect(shown).toContain(
      [
        "    3 | export function readNote(id) {",
        '  > 4 |   if (!id) throw new Error("no ·[2J id");',
        `      | ${" ".repeat(17)}${"^".repeat(23)}`,
        "    5 |   try {",
      ].join("\n"),
    );
    expect(shown!.match(/^ {2}src\/read\.js:\d+:\d+ {2}(.+)$/gm)).toHaveLength(
      new Set([...stdout.matchAll(/^ {2}([a-z-]+) +\d+$/gm)].map(([, rule]) => rule)).size,
    );
    await runHere(cwd, "report", "--update-baseline");
    expect((await runHere(cwd, "report", "--check")).stdout).not.toContain("The first of each rule");
  });

  it("writes one page whose elements are closed, whose links lead somewhere, and which asks for nothing", async () => {
    const folder = hostileServer();
    const { status, stdout } = await runHere(folder, "report");
    expect(status).toBe(0);
    expect(stdout).toContain("5 of 6 tools without the boundary.");
    expect(stdout).toMatch(/^Next: `npx eslint \. --fix`/m);
    const page = fs.readFileSync(path.join(folder, "error-contract-report.html"), "utf8");

    expect(openElements(page)).toEqual([]);
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    const targets = [...page.matchAll(/\shref="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
    expect([...page.matchAll(/<[^<>]*\s(?:src|srcset|action|data)=/g)]).toEqual([]);
    expect(page).not.toMatch(/<(?:link|img|iframe|object|b)\b|@import|url\(/);
    expect(page).not.toMatch(/<script/);
    expect(page).toMatch(/<p>Linted on \d{4}-\d\d-\d\d with version \d/);
    expect(page).toContain("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;");
  });

  it("writes Markdown in which code and names of files end no table and no fence", async () => {
    const folder = hostileServer();
    await runHere(folder, "report", "--markdown", "report.md");
    const text = fs.readFileSync(path.join(folder, "report.md"), "utf8");
    expect(fs.existsSync(path.join(folder, "error-contract-report.html"))).toBe(false);
    expect(text).toContain("| `read_note` | `src/server.js:7` | bare | 1 | 1 | 0 | 0 | `NOT_FOUND` | 2 3 |");
    expect(text).toContain(
      String.raw`### 1. ${"``"}src/<img src=x onerror=alert(2)>&"'${"`"}\|.js:2:9${"``"} ${"`"}no-raw-error${"`"}`,
    );
    expect(text.slice(text.indexOf("## Not reached by any tool"))).toContain("onerror=alert(2)");
    expect(text).toMatch(/^# Error contract report: \\<\/title\\>/);
    expect(text).toMatch(/^Linted on \d{4}-\d\d-\d\d with version \S+ of the plugin\.\n\n.*\n\n.*\n\n## Next\n\n1\. /m);
  });
});

describe("report, of the file of failures", () => {
  it("writes it where the setting names it, and not in a check", async () => {
    const folder = hostileServer();
    const named = 'settings: { errorContract: { failures: "ci.failures.json" } }';
    const config = CONFIG.replace("extends:", `${named}, extends:`);
    writeFiles(folder, { "eslint.config.js": config });
    await runHere(folder, "report", "--update-baseline");
    await runHere(folder, "report", "--check");
    expect(fs.existsSync(path.join(folder, "ci.failures.json"))).toBe(false);
    await runHere(folder, "report", "--json");
    const { tools } = JSON.parse(fs.readFileSync(path.join(folder, "ci.failures.json"), "utf8"));
    expect(tools.read_note).toEqual(["NOT_FOUND"]);
    // Nor do these write the page.
    expect(fs.existsSync(path.join(folder, "error-contract-report.html"))).toBe(false);
    expect(fs.existsSync(path.join(folder, "error-contract.failures.json"))).toBe(false);
  });
});

describe("report --check", () => {
  it("fails where a number got worse, and names it", async () => {
    const folder = hostileServer();
    expect(await runHere(folder, "report", "--update-baseline")).toMatchObject({ status: 0 });
    const before = fs.readFileSync(path.join(folder, BASELINE), "utf8");
    expect(await runHere(folder, "report", "--check")).toMatchObject({ status: 0 });

    writeFiles(folder, { "src/more.js": 'export const fail = () => {\n  throw new Error("more");\n};\n' });
    const worse = await runHere(folder, "report", "--check");
    expect(worse.status).toBe(1);
    expect(worse.stderr).toContain("worse   no-raw-error: 6 before, 7 now");
    expect(fs.readFileSync(path.join(folder, BASELINE), "utf8")).toBe(before);

    writeFiles(folder, { "src/more.js": "", [HOSTILE_FILE]: "" });
    const better = await runHere(folder, "report", "--check", "src");
    expect(better).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("better  no-raw-error: 6 before, 5 now"),
    });
  });

  it("names the baseline that is written, also for the first time", async () => {
    const folder = hostileServer();
    const named = ["report", "--check", "--baseline", "baseline.json"];
    expect(await runHere(folder, ...named, "--update-baseline")).toMatchObject({ status: 0 });
    expect(fs.existsSync(path.join(folder, BASELINE))).toBe(false);
    expect(await runHere(folder, ...named)).toMatchObject({ status: 0 });

    writeFiles(folder, { "src/more.js": 'export const fail = () => {\n  throw new Error("more");\n};\n' });
    const updated = await runHere(folder, ...named, "--update-baseline");
    expect(updated).toMatchObject({ status: 0, stderr: expect.stringContaining("worse   no-raw-error: 6 before") });
    expect(await runHere(folder, ...named)).toMatchObject({ status: 0 });
  });

  it.each([
    [{}, "there is none at"],
    [{ [BASELINE]: '{"rules": 1}' }, "is none"],
    [{ [BASELINE]: "no JSON" }, "is none"],
  ])("expects a baseline: %j", async (files, problem) => {
    const folder = hostileServer();
    writeFiles(folder, files);
    const { status, stderr } = await runHere(folder, "report", "--check");
    expect(status).toBe(2);
    expect(stderr).toContain(problem);
  });
});

const VOID = new Set(["meta", "input", "br", "hr"]);

/** The elements of a page that are not closed where they should be. */
function openElements(page: string): readonly string[] {
  const open: string[] = [];
  const texts = page.replace(/<(script|style)>[^]*?<\/\1>/g, "").replace("<!doctype html>", "");
  for (const [, end, name = ""] of texts.matchAll(/<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*)?>/g)) {
    if (end === "") open.push(...(VOID.has(name) ? [] : [name]));
    else if (open.pop() !== name) return [`</${name}>`];
  }
  return open;
}
