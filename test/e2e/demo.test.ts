import fs from "node:fs";
import path from "node:path";
import { parseEnvelope } from "error-contract/kaiza";
import { parseEnvelope as parseStandard } from "error-contract/standard";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { filesOf, temporaryFolder, writeFiles } from "../kit/project.js";
import { runNode, type RunOptions } from "../kit/run-node.js";

const DEMO = path.join(root, "docs/examples/demo.js");

const TOOL = `import fs from "node:fs";

export function readNote(file: string): string {
  if (file.endsWith("/")) throw new Error("too short");
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(\`FILE_READ_FAILED: \${file}\`);
  }
}
`;

const FIXED_TOOL = `import fs from "node:fs";
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

export function readNote(file: string): string {
  if (file.endsWith("/")) throw new Error("too short");
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, { human_message: \`File read failed: \${file}\`, cause: error });
  }
}
`;

const COMMONJS = `module.exports = function noteName(file) {
  if (!file) throw new Error("MISSING_REQUIRED_FIELD: file");
  return file.slice(0, -3);
};
`;

function projectFolder(): string {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "package.json": "{}\n",
    "src/read-note.ts": TOOL,
    "src/note-name.cjs": COMMONJS,
    "src/broken.js": "const = 1;\n",
    "docs/notes.md": "# Notes\n",
    "node_modules/other/index.js": 'throw new Error("not ours");\n',
  });
  return folder;
}

async function demo(args: readonly string[], { env, ...options }: Partial<RunOptions> = {}) {
  const temporary = temporaryFolder();
  const run = await runNode([DEMO, ...args], {
    cwd: root,
    env: { TMPDIR: temporary, TEMP: temporary, npm_lifecycle_event: "", ...env },
    ...options,
  });
  return {
    ...run,
    leftBehind: fs.readdirSync(temporary).filter((name) => name.startsWith("error-contract-demo")),
    temporary,
  };
}

describe("the demo", () => {
  it("tells one story in sixty lines: a failing tool, its finding, its fix, and a larger server in counts", async () => {
    const { status, stdout, stderr, leftBehind } = await demo([]);
    expect({ status, stderr, leftBehind }, stdout).toEqual({ status: 0, stderr: "", leftBehind: [] });
    expect(stdout.trimEnd().split("\n").length).toBeLessThanOrEqual(60);

    const sections = stdout.split(/^== /m);
    const section = (name: string) => sections.find((text) => text.startsWith(name)) ?? "";
    const bare = JSON.parse(section("The tracker has no such issue").split("\n")[1]!) as Record<string, unknown>;
    expect(bare).not.toHaveProperty("isError");
    expect(section("`npx error-contract prove")).toMatch(/^ +get_issue +NO +NO$/m);
    expect(section("`npx eslint .` finds")).toMatch(/^server\.js:14:\d+ {2}no-error-result$/m);
    const fix = section("`npx eslint-plugin-error-contract plan");
    expect(fix).toMatch(/^-const server = new McpServer/m);
    expect(fix).toMatch(/^\+const server = wrapServer\(new McpServer/m);
    expect(fix).toMatch(/^\+ +if \(!response\.ok\) throw fromUnknown\(response/m);
    const after = section("The same call");
    expect(parseStandard(JSON.parse(after.split("\n")[1]!))).toMatchObject({ error: { code: "NOT_FOUND" } });
    expect(after).toMatch(/^ +get_issue(?: +ok)+$/m);
    expect(after).not.toMatch(/^ +get_issue .*(?:NO|\?)/m);
    expect(section("A later commit")).toContain("`get_issue` can now answer INVALID_INPUT, by server.js:14");

    const counts = Object.fromEntries(
      [...section("A server with 13 tools").matchAll(/^ {2}(\S.*?) {2,}(\d+)(?: of (\d+))?/gm)].map(
        ([, name, ...numbers]) => [name, numbers.map(Number)] as const,
      ),
    ) as Readonly<Record<string, readonly number[]>>;
    expect(Object.keys(counts)).toEqual(["found", "fixed", "fields kept", "for a decision", "its tests"]);
    expect(counts.fixed![0]! + counts["for a decision"]![0]!).toBe(counts.found![0]);
    for (const name of ["fields kept", "its tests"]) expect(counts[name]![0]).toBe(counts[name]![1]);
    expect(counts["fields kept"]![1]).toBeGreaterThan(50);
    expect(stdout).toContain("npm run demo -- kaiza");
  });

  it("migrates the legacy server, checks it, and shows what a client receives before and after", async () => {
    const { status, stdout, stderr, leftBehind } = await demo(["kaiza"]);
    expect({ status, stderr, leftBehind }, stdout).toEqual({ status: 0, stderr: "", leftBehind: [] });

    const headings = stdout.match(/(?<=^== ).*/gm)?.map((heading) => heading.replaceAll(/\d+/g, "N"));
    expect(headings).toEqual([
      "Set up with `npx eslint-plugin-error-contract init --yes`",
      "Where the server stands, by `npx eslint-plugin-error-contract report`",
      "Findings: N",
      "Fixed with eslint --fix",
      "The diff of tools/read_file.js, one of N changed files",
      "Left for a decision",
      "Decide what is left once for each kind, by `npx eslint-plugin-error-contract plan --accept N.N`",
      "What `npx eslint-plugin-error-contract apply` would write",
      "The result",
      "The boundary, around the whole server",
      "A line of the audit log behind it",
      "What clients received before, by `npx error-contract prove`",
      "What they receive now",
    ]);
    expect(stdout).toMatch(/^ok {6}type-check/m);
    expect(stdout).toMatch(/^ok {6}tests \((\d+) of \1 pass\)/m);
    expect(stdout).toMatch(/^ok {6}the same tests \((\d+) of \1 pass\)/m);
    const section = (name: string) => stdout.split(/^== /m).find((text) => text.startsWith(name)) ?? "";
    expect(section("What clients received before")).toMatch(/^write_file(?: +NO){5}$/m);
    expect(section("What they receive now")).toMatch(/^write_file(?: +ok){5}$/m);
    const { audit, ...envelope } = JSON.parse(section("A line").replace(/^.*\n/, "")) as Record<string, unknown>;
    expect(audit).toMatchObject({ contract: "kaiza" });
    expect(parseEnvelope(envelope)).toMatchObject({ role: "WINDSURF", session_id: expect.any(String) as unknown });
  });

  it("fixes a copy of the project that npm was called beside, and shows findings as code frames and by rule", async () => {
    const folder = projectFolder();
    const before = filesOf(folder);
    const env = { npm_lifecycle_event: "demo", INIT_CWD: path.dirname(folder) };
    const { status, stdout, stderr, temporary } = await demo([path.basename(folder), "--keep"], { env });
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: "" });
    expect(filesOf(folder)).toEqual(before);

    const copy = /The copy is in (.*)/.exec(stdout)?.[1] ?? "";
    expect(path.dirname(copy)).toBe(temporary);
    expect(filesOf(path.join(copy, path.basename(folder)))).toMatchObject({
      "src/read-note.ts": FIXED_TOOL,
      "src/broken.js": before["src/broken.js"],
    });

    expect(stdout).toContain(`A copy of ${folder}, 3 source files`);
    expect(stdout).toContain(`src/read-note.ts:8:11  no-raw-error
Throw \`SystemError.toolFailure(...)\` instead of a raw \`Error\`; the client cannot act on it.

    7 |   } catch (error) {
  > 8 |     throw new Error(\`FILE_READ_FAILED: \${file}\`);
      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    9 |   }
`);
    expect(stdout).toContain("src/broken.js is left out: Parsing error: Unexpected token =");
    expect(stdout).toMatch(/^ {2}no-raw-error +3 +2 +1 +0$/m);
    expect(stdout).toContain("+    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.FILE_READ_FAILED, {");
    expect(stdout).not.toContain("not ours");
  });

  it("has nothing to fix in a project without failures", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "index.js": "export const answer = 42;\n" });
    const { status, stdout } = await demo([folder]);
    expect(status).toBe(0);
    expect(stdout).toContain("== Findings: 0");
    expect(stdout).not.toContain("== Fixed");
  });

  it("removes the copy when it is interrupted", async () => {
    const { status, leftBehind } = await demo([], { signal: "SIGINT" });
    expect({ status, leftBehind }).toEqual({ status: 130, leftBehind: [] });
  });

  it("is what the README's command runs", () => {
    const { scripts } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")) as {
      scripts: Readonly<Record<string, string>>;
    };
    expect(scripts.demo).toBe("npm run build && node docs/examples/demo.js");
  });

  it("explains itself", async () => {
    const { status, stdout } = await demo(["--help"]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: npm run demo -- \[kaiza \| PATH\]/);
  });

  it.each([
    ["does not exist", (folder: string) => path.join(folder, "nowhere"), "There is no folder"],
    ["is a file", (folder: string) => path.join(folder, "package.json"), "is a file"],
    ["holds no sources", (folder: string) => path.join(folder, "docs"), "There are no JavaScript or TypeScript"],
  ])("refuses a path that %s", async (_, pathIn, problem) => {
    const { status, stderr, leftBehind } = await demo([pathIn(projectFolder())]);
    expect({ status, leftBehind }).toEqual({ status: 1, leftBehind: [] });
    expect(stderr).toMatch(/^demo: .*\n$/);
    expect(stderr).toContain(problem);
  });

  it("refuses an option that it does not know", async () => {
    const { status, stderr } = await demo(["--fast"]);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^demo: Unknown option '--fast'[^]*\nUsage:/);
  });
});
