import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { legacyServerWith, nodeModules, projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { runPlugin } from "./run-plugin.js";

const TOOL = `import fs from "node:fs";

export function archive(note) {
  if (!fs.existsSync(note)) throw new Error("NOTE_GONE: There is no such note");
  if (fs.statSync(note).size === 0) throw new Error(\`NOTE_EMPTY: \${note} has no text\`);
  throw Object.assign(new Error("Try again in a minute"), { code: "ARCHIVE_BUSY" });
}

export class ShelfError extends Error {
  code = "SHELF_FULL";
}

export const others = [new Error("HTTP: 500"), new Error("NOT_FOUND: of the contract"), new Error("ENOENT: of Node")];
`;
const TEST = 'throw new Error("ONLY_IN_TESTS: no");\n';
const OWN = ["ARCHIVE_BUSY", "NOTE_EMPTY", "NOTE_GONE", "SHELF_FULL"];

const init = async (folder: string) => {
  const { status, stdout, stderr } = await runPlugin(folder, "init", "--yes", "--contract-from-code", "--json");
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
};
const fix = (folder: string, file: string) =>
  runNode(["node_modules/eslint/bin/eslint.js", "--fix", file], { cwd: folder });
const read = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), "utf8");
const FIXED = 'throw toolError(TOOL_ERROR_CODES.NOTE_GONE, "There is no such note");';

describe("init --contract-from-code", () => {
  it("writes a contract with the codes of the code base, which the linter and its fixes use", async () => {
    const folder = projectWith({
      "package.json": JSON.stringify({ name: "@acme/notes", type: "module" }, null, 2),
      "src/archive.js": TOOL,
      "test/archive.test.js": TEST,
    });
    expect(await init(folder)).toMatchObject({ changes: [{ file: "src/contract.js" }, {}, {}], lint: { files: 2 } });

    const { contract, ToolError } = await import(path.join(folder, "src/contract.js"));
    const own = Object.keys(contract.codes).filter((code) => contract.codes[code].section === "ours");
    expect({ name: contract.name, own }).toEqual({ name: "notes", own: OWN });
    expect(contract.codes.NOTE_GONE).toMatchObject({ meaning: "There is no such note", condition: "not_found" });
    expect(ToolError.name).toBe("ToolError");

    await fix(folder, "src/archive.js");
    expect(read(folder, "src/archive.js")).toContain(FIXED);
    expect(read(folder, "src/archive.js")).toMatch(/import \{[^}]*toolError[^}]*\} from "\.\/contract\.js";/);
  });

  it("writes it as CommonJS", async () => {
    const folder = projectWith({
      "package.json": JSON.stringify({ name: "notes" }, null, 2),
      "archive.js": 'exports.fail = () => {\n  throw new Error("NOTE_GONE: There is no such note");\n};\n',
    });
    await init(folder);
    await fix(folder, "archive.js");
    const run = await runNode(["-e", 'require("./archive.js").fail()'], { cwd: folder });
    expect(run.stderr).toContain("NOTE_GONE");
    expect(read(folder, "archive.js")).toContain(FIXED);
  });

  it("writes it as TypeScript that compiles, whose codes the linter reads from types", async () => {
    const compilerOptions = {
      strict: true,
      module: "nodenext",
      target: "es2022",
      noEmit: true,
      declaration: true,
      types: ["node"],
    };
    const folder = projectWith({
      "package.json": JSON.stringify({ name: "notes", type: "module" }, null, 2),
      "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }),
      "src/archive.ts": TOOL.replace("archive(note)", "archive(note: string)"),
    });
    const { lint } = await init(folder);
    expect(lint).toMatchObject({ files: 2, unreadable: [] });
    expect(lint.findings).not.toHaveProperty("no-unregistered-code");

    await fix(folder, "src/archive.ts");
    expect(read(folder, "src/archive.ts")).toContain('throw toolError("NOTE_GONE", "There is no such note");');
    const tsc = await runNode([path.join(nodeModules, "typescript/bin/tsc"), "--pretty", "false"], { cwd: folder });
    expect(tsc).toMatchObject({ status: 0, stdout: "" });
  });

  it("extends the contract of the preset, and takes no code that the contract maps from a legacy one", async () => {
    const folder = legacyServerWith({});
    await init(folder);
    const { contract, SystemError } = await import(path.join(folder, "contract.js"));
    expect(contract).toMatchObject({ name: "legacy-server", extends: ["kaiza"] });
    expect(contract.codes).not.toHaveProperty("file-read-failed");
    expect(SystemError.toolFailure("REFUSE", { human_message: "no" }).error_code).toBe("REFUSE");
  });

  it("writes none where the contract has all codes", async () => {
    const folder = projectWith({
      "package.json": JSON.stringify({ name: "notes", type: "module" }, null, 2),
      "src/index.js": 'export const fail = () => {\n  throw new Error("NOT_FOUND: no");\n};\n',
    });
    const outcome = await init(folder);
    expect(outcome.changes.map(({ file }: any) => file)).toEqual(["eslint.config.js", "package.json"]);
    expect(outcome.notes).toEqual([expect.stringContaining("No code stands in the code base")]);
  });

  it("overwrites nothing", async () => {
    const folder = projectWith({
      "package.json": JSON.stringify({ name: "notes", type: "module" }, null, 2),
      "src/archive.js": TOOL,
      "src/contract.js": "export const mine = 1;\n",
    });
    expect(await init(folder)).toMatchObject({ changes: [{ file: "src/error-contract.js" }, {}, {}] });
    expect(read(folder, "src/contract.js")).toBe("export const mine = 1;\n");
  });
});
