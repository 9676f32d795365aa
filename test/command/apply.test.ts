import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { outdent } from "outdent";
import * as prettier from "prettier";
import { describe, expect, it } from "vitest";
import { filesOf } from "../kit/project.js";
import { isWhole } from "../kit/scope.js";
import { PLAN, TSCONFIG, decide, editFile, planProject, readFile, runAsJson } from "./plan-project.js";
import { BIN, runHere } from "./run-plugin.js";

const READ = `export function readNote(notes: Map<string, string>, name: string): string {
  const note = notes.get(name);
  if (note === undefined) throw new Error(\`Note not found: \${name}\`);
  return note;
}

export function deleteNote(notes: Map<string, string>, name: string): void {
  if (!notes.delete(name)) throw new Error(\`Note not found: \${name}\`);
}
`;
const LIST = `export function openList(lists: Map<string, string>, name: string): string {
  const list = lists.get(name);
  if (list === undefined) throw new Error(\`List not found: \${name}\`);
  return list;
}
`;
const files = { "src/read.ts": READ, "src/list.ts": LIST };

async function decided(all: Readonly<Record<string, string>> = files, decision = "NOT_FOUND"): Promise<string> {
  const folder = planProject(all);
  await runHere(folder, "plan");
  decide(folder, "not found", decision);
  return folder;
}

describe("apply", () => {
  it("prints the diff of a dry run, and writes nothing", async () => {
    const folder = await decided();
    const before = filesOf(folder);
    const { status, stdout } = await runHere(folder, "apply");
    expect(status).toBe(0);
    expect(stdout).toContain("-  if (note === undefined) throw new Error(");
    expect(stdout).toContain("+++ b/src/read.ts");
    expect(stdout).toMatch(/3 findings would be settled in 2 files\nNothing was written: /);
    expect(filesOf(folder)).toEqual(before);
  });

  it("writes what was decided in all files, and a second run changes nothing", async () => {
    const folder = await decided({ ...files, ...TSCONFIG });
    const { status, json } = await runAsJson(folder, "apply", "--write");
    expect(status).toBe(0);
    expect(json).toMatchObject({ written: true, compiled: true, settled: 3, restored: [], left: [] });
    const rewritten = READ.replaceAll(/throw new Error\(/g, "throw toolError(TOOL_ERROR_CODES.NOT_FOUND, ");
    expect(readFile(folder, "src/read.ts")).toBe(
      `import { toolError, TOOL_ERROR_CODES } from "error-contract/standard";\n\n${rewritten}`,
    );
    expect(await runAsJson(folder, "apply", "--write")).toMatchObject({ status: 0, json: { files: [] } });
  });

  it("lints its result with all rules of the project, and names what was not found before", async () => {
    const folder = await decided({ ...files, "src/list.ts": LIST.replace("List not found", "Not found") });
    const { status, json } = await runAsJson(folder, "apply", "--write");
    expect({ status, new: json.new }).toEqual({ status: 0, new: [] });

    // The long line that was there before is no new one.
    const long = `// ${"x".repeat(90)}`;
    const strict = await decided({ "src/list.ts": LIST, "src/read.ts": `${READ}${long}\n` });
    const config = "{ rules: { 'max-len': ['error', 84] } },";
    editFile(strict, "eslint.config.js", (text) => text.replace(/^\]\);$/m, `${config}\n]);`));
    const run = await runAsJson(strict, "apply", "--write");
    expect({ status: run.status, settled: run.json.settled }).toEqual({ status: 1, settled: 3 });
    const [first, ...others] = run.json.new as readonly { file: string; line: number; rule: string }[];
    expect(first).toMatchObject({ rule: "max-len", message: expect.stringContaining("a length of") as unknown });
    expect(others.every(({ rule }) => rule === "max-len")).toBe(true);
    const lines = readFile(strict, first!.file).split("\n");
    expect(lines[first!.line - 1]).toContain("throw toolError(");
    for (const { file, line } of others) expect(readFile(strict, file).split("\n")[line - 1]).not.toBe(long);
    expect((await runHere(strict, "apply")).stdout).not.toMatch(/^new /m);
  });

  it("formats changed files as the project does, where they were so before", async () => {
    const foreign = LIST.replace("  const", "    const");
    const folder = await decided({
      ...files,
      "src/list.ts": foreign,
      ".prettierrc.js": "export default { printWidth: 60 };\n",
    });
    fs.rmSync(path.join(folder, ".prettierrc"));
    fs.writeFileSync(
      path.join(folder, "src/read.ts"),
      await prettier.format(READ, { parser: "typescript", printWidth: 60 }),
    );
    await runHere(folder, "apply", "--write");
    const text = readFile(folder, "src/read.ts");
    expect(text).toContain("toolError(");
    expect(await prettier.format(text, { parser: "typescript", printWidth: 60 })).toBe(text);
    expect(readFile(folder, "src/list.ts")).toContain("    const list");
  });

  it("takes any code of the contract, and a decision for one place", async () => {
    const folder = await decided(files, "DATA_CORRUPT");
    editFile(folder, PLAN, (text) => text.replace(/(- 'src\/read.ts:8 in deleteNote.*')/, "$1: CONFLICT"));
    await runHere(folder, "apply", "--write");
    expect(readFile(folder, "src/read.ts").match(/TOOL_ERROR_CODES\.\w+/g)).toEqual([
      "TOOL_ERROR_CODES.DATA_CORRUPT",
      "TOOL_ERROR_CODES.CONFLICT",
    ]);
  });

  it("keeps a finding with a directive that names the reason, and skips without a word", async () => {
    const folder = await decided(files, "keep\n    reason: the host shows it");
    editFile(folder, PLAN, (text) => text.replace(/(- 'src\/list.ts:3 .*')/, "$1: skip"));
    await runHere(folder, "apply", "--write");
    const directive = "// eslint-disable-next-line error-contract/no-raw-error -- the host shows it\n";
    expect(readFile(folder, "src/read.ts").split(directive)).toHaveLength(3);
    expect(readFile(folder, "src/list.ts")).toBe(LIST);
  });

  it("prints the settings of a class that is mapped", async () => {
    const folder = planProject({
      "src/plan-error.ts": "export class PlanError extends Error {}\n",
      "src/plan.ts": 'import { PlanError } from "./plan-error.js";\nthrow new PlanError("no");\n',
    });
    await runHere(folder, "plan");
    decide(folder, "class PlanError", "map");
    const { json } = await runAsJson(folder, "apply");
    expect(json.settings).toEqual({ legacy: [{ class: { from: "file", name: "PlanError" }, fields: {} }] });
  });

  it("maps no class that is thrown in the file that declares it, since such a module is never rewritten", async () => {
    const folder = planProject({
      "src/plan.ts": 'class PlanError extends Error {}\nexport const fail = () => { throw new PlanError("no"); };\n',
    });
    await runHere(folder, "plan");
    decide(folder, "class PlanError", "map");
    const { json } = await runAsJson(folder, "apply");
    expect(json).toMatchObject({ left: [{ reason: expect.stringContaining("move it to a file of its own") }] });
    expect(json.settings).toBeUndefined();
  });

  it("leaves undecided findings and directives of others alone", async () => {
    const text = outdent`
      /* eslint-disable no-console, other/rule -- theirs */
      export const one = 1; // eslint-disable-line no-eval
      ${LIST}
    `;
    const read = READ.replaceAll("Note not found", "Invalid note");
    const folder = await decided({ "src/list.ts": text, "src/read.ts": read });
    await runHere(folder, "apply", "--write");
    expect(readFile(folder, "src/read.ts")).toBe(read);
    expect(readFile(folder, "src/list.ts")).toContain("/* eslint-disable no-console, other/rule -- theirs */");
    expect(readFile(folder, "src/list.ts")).toContain("export const one = 1; // eslint-disable-line no-eval");
    expect(readFile(folder, "src/list.ts")).toContain("toolError(");
  });

  it("says why a decision cannot be written", async () => {
    const folder = planProject({
      "src/package.json": '{ "dependencies": { "@modelcontextprotocol/sdk": "1.26.0" } }',
      "src/save.js":
        'export const save = { name: "save", inputSchema: {}, call: (note) => {\n' +
        '  if (!note) return { success: false, error: "No note" };\n} };\n',
      "src/read.js": 'export const read = () => {\n  throw new Error("Note not found");\n};\n',
    });
    await runHere(folder, "plan");
    decide(folder, "success", "asProposed");
    decide(folder, "not found", "fromUnknown");
    expect((await runAsJson(folder, "apply")).json.left).toMatchObject([
      { file: "src/read.js", reason: "`fromUnknown` cannot be written here" },
      { file: "src/save.js", reason: expect.stringMatching(/^nothing can be written here: Throw /) },
    ]);
  });

  it("leaves a decision that is no code, and names the nearest one", async () => {
    const folder = await decided(files, "NOT_FUOND");
    const { status, json } = await runAsJson(folder, "apply", "--write");
    expect(status).toBe(1);
    expect(json.left[0].reason).toBe("`NOT_FUOND` is no code of the contract: did you mean `NOT_FOUND`?");
    expect(readFile(folder, "src/list.ts")).toBe(LIST);
  });

  it("restores the file that brings an error of the compiler, and says which", async () => {
    const broken =
      "interface Failure extends Error {\n  code?: number;\n}\n" +
      'export const missing = (): Failure => new Error("Entry not found");\n';
    const folder = await decided({ ...files, ...TSCONFIG, "src/find.ts": broken });
    const { status, json } = await runAsJson(folder, "apply", "--write");
    expect({ status, restored: json.restored.map(({ file }: any) => file) }).toEqual({
      status: 1,
      restored: ["src/find.ts"],
    });
    expect(json.restored[0].reason).toMatch(/^TS\d+: /);
    expect(readFile(folder, "src/find.ts")).toBe(broken);
    expect(readFile(folder, "src/list.ts")).toContain("toolError(");
  });

  it("restores the file that makes the command of --verify fail", async () => {
    const check = `import fs from "node:fs";
if (fs.readFileSync("src/list.ts", "utf8").includes("toolError")) {
  console.log("the list is broken");
  process.exit(1);
}
`;
    const folder = await decided({ ...files, "check.js": check });
    const { status, json } = await runAsJson(folder, "apply", "--write", "--verify", "node check.js");
    expect(status).toBe(1);
    expect(json.restored).toMatchObject([
      { file: "src/list.ts", line: 3, rule: "no-raw-error", reason: expect.stringContaining("the list is broken") },
    ]);
    expect(json.files).toMatchObject([{ file: "src/read.ts", settled: 2 }]);
    expect(readFile(folder, "src/list.ts")).toBe(LIST);
    expect(readFile(folder, "src/read.ts")).toContain("toolError(");
  });

  it("restores first what the output of the command speaks of, and keeps what holds alone", async () => {
    const check = `import fs from "node:fs";
const isFixed = (name) => fs.readFileSync(\`src/\${name}.ts\`, "utf8").includes("toolError");
const broken = ["one", "two", "three"].filter(isFixed);
fs.appendFileSync("runs", broken.join() + "\\n");
if (broken.includes("three")) console.log(" FAIL  test/two.test.ts\\n FAIL  test/all.test.ts");
process.exit(broken.includes("three") ? 1 : 0);
`;
    const names = ["one", "two", "three"];
    const modules = Object.fromEntries(names.map((name) => [`src/${name}.ts`, LIST]));
    const test = `import { openList } from "../src/three.js";\n`;
    const folder = await decided({ ...modules, "check.js": check, "test/all.test.ts": test });
    const args = ["apply", "--write", "--verify", "node check.js"];
    const { json } = await runAsJson(folder, ...args);
    expect(json.restored).toMatchObject([{ file: "src/three.ts" }]);
    expect(json.files.map(({ file }: any) => file)).toEqual(["src/one.ts", "src/two.ts"]);
    // Which of the two suspects comes first follows the order of the files; the one that fails is tried twice.
    expect(readFile(folder, "runs").trimEnd().split("\n").length).toBeLessThanOrEqual(6);
  });

  it("tries a place that fails alone once more, since a test may fail without a reason", async () => {
    const check = outdent`
      import fs from "node:fs";
      fs.appendFileSync("runs", "run;");
      process.exitCode = fs.readFileSync("runs", "utf8") === "run;run;" ? 1 : 0;
    `;
    const folder = await decided({ "src/list.ts": LIST, "check.js": check });
    const { json } = await runAsJson(folder, "apply", "--write", "--verify", "node check.js");
    expect(json).toMatchObject({ settled: 1, restored: [] });
  });

  it("restores places, by halves, and keeps the others of the file", async () => {
    const names = Array.from({ length: 16 }, (_, index) => `read${index}`);
    const text = names
      .map((name) => `export const ${name} = () => {\n  throw new Error("Entry not found");\n};\n`)
      .join("\n");
    const check = outdent`
      import fs from "node:fs";
      const text = fs.readFileSync("src/entries.js", "utf8");
      fs.appendFileSync("runs", "run\\n");
      for (const name of ["read3", "read11"])
        if (new RegExp(name + " = .*\\n *throw toolError").test(text)) {
          console.log("not ok " + name);
          process.exitCode = 1;
        }
    `;
    const folder = await decided({ "src/entries.js": text, "check.js": check });
    const { json } = await runAsJson(folder, "apply", "--write", "--verify", "node check.js");
    const lines = readFile(folder, "src/entries.js").split("\n");
    expect(json.restored).toMatchObject([
      { line: 4 * 3 + 2, reason: "`node check.js` fails:\nread3" },
      { line: 4 * 11 + 2, reason: "`node check.js` fails:\nread11" },
    ]);
    expect(json.settled).toBe(14);
    expect(lines.filter((line) => line.includes("throw new Error"))).toHaveLength(2);
    expect(lines.filter((line) => line.includes("throw toolError"))).toHaveLength(14);
    expect(readFile(folder, "runs").split("\n").length).toBeLessThanOrEqual(20);
  });

  it("restores what nothing tells apart in a function as one place, and says how many findings it has", async () => {
    const text = outdent`
      export function openNote(notes, name) {
        if (!notes) throw new Error("Note not found");
        if (!notes.has(name)) throw new Error("Note not found");
      }
    `;
    const check = outdent`
      import fs from "node:fs";
      process.exitCode = fs.readFileSync("src/notes.js", "utf8").includes("toolError") ? 1 : 0;
    `;
    const folder = await decided({ "src/notes.js": text, "check.js": check });
    const args = ["apply", "--write", "--verify", "node check.js"];
    const { json } = await runAsJson(folder, ...args);
    expect(json).toMatchObject({ settled: 0, files: [], restored: [{ line: 2, findings: 2 }] });
    const { stdout } = await runHere(folder, ...args);
    expect(stdout).toContain("src/notes.js:2 no-raw-error and 1 other of this kind there: ");
    expect(readFile(folder, "src/notes.js")).toBe(text);
  });

  it("gives no place the failure of another one as its reason", async () => {
    const names = Array.from({ length: 48 }, (_, index) => `read${index}`);
    const text = names.map((name) => `export const ${name} = () => {\n  throw new Error("Entry not found");\n};\n`);
    const folder = await decided({ "src/entries.js": text.join("\n") });
    const { json } = await runAsJson(folder, "apply", "--write", "--verify", "! grep toolError src/entries.js");
    const reasons = json.restored.map(({ reason }: any) => reason.replace(/:[^]*/, ""));
    expect(reasons).toHaveLength(48);
    expect([...new Set(reasons)].sort()).toEqual([
      "`! grep toolError src/entries.js` fails",
      "not tried alone, as 40 runs found others first",
    ]);
    expect(readFile(folder, "src/entries.js")).not.toContain("toolError");
  });

  it("compares a suite that fails without any change by its failing tests", async () => {
    const check = outdent`
      import fs from "node:fs";
      const isFixed = (name) => fs.readFileSync("src/" + name + ".ts", "utf8").includes("toolError");
      fs.appendFileSync("runs", [isFixed("list"), isFixed("read")].join() + "\\n");
      console.log("not ok 1 - fails always (12ms)");
      console.log(isFixed("list") ? "not ok 2 - lists" : "ok 2 - lists");
      process.exitCode = 1;
    `;
    const folder = await decided({ ...files, "check.js": check });
    const { status, json } = await runAsJson(folder, "apply", "--write", "--verify", "node check.js");
    expect({ status, settled: json.settled }).toEqual({ status: 1, settled: 2 });
    expect(json.restored).toMatchObject([{ file: "src/list.ts", reason: "`node check.js` fails:\nlists" }]);
    expect(readFile(folder, "runs").split("\n")[0]).toBe("false,false");
  });

  it("changes nothing where the command of --verify fails anyway", async () => {
    const folder = await decided();
    const { status, json } = await runAsJson(folder, "apply", "--write", "--verify", "exit 3");
    expect(status).toBe(2);
    expect(json.error.message).toContain("fails without any change");
    expect(readFile(folder, "src/list.ts")).toBe(LIST);
  });

  it.each(isWhole ? (["SIGINT", "SIGTERM"] as const) : (["SIGINT"] as const))(
    "puts all files back at %s",
    async (signal) => {
      const wait = 'import fs from "node:fs";\nfs.writeFileSync("started", "");\nsetInterval(() => {}, 1000);\n';
      const folder = await decided({ ...files, "wait.js": wait });
      const child = spawn(process.execPath, [BIN, "apply", "--write", "--verify", "node wait.js"], {
        cwd: folder,
        stdio: "ignore",
      });
      const ended = new Promise((resolve) => child.on("close", resolve));
      const watcher = setInterval(() => {
        if (fs.existsSync(path.join(folder, "started"))) child.kill(signal);
      }, 20);
      expect(await ended).toBe(signal === "SIGINT" ? 130 : 143);
      clearInterval(watcher);
      expect(filesOf(folder)).toMatchObject(files);
      expect(Object.keys(filesOf(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    },
  );

  it("asks for a plan, and for --write beside --verify", async () => {
    const folder = planProject(files);
    expect((await runHere(folder, "apply")).stderr).toContain("run `npx eslint-plugin-error-contract plan` first");
    const { status, stderr } = await runHere(folder, "apply", "--verify", "true");
    expect({ status, isSaid: stderr.includes("--verify needs --write") }).toEqual({ status: 2, isSaid: true });
  });
});
