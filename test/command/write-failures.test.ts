import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { filesOf, projectWith } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import { CONFIG } from "./hostile-server.js";
import { BIN, runHere } from "./run-plugin.js";

const FILES = {
  "package.json": `${JSON.stringify({ name: "notes", type: "module" }, null, 2)}\n`,
  "src/index.js": 'export const fail = () => {\n  throw new Error("no");\n};\n',
};
const LINTED = { ...FILES, "eslint.config.js": CONFIG };

/** Runs a command in a folder that is on a full disk: a part of a new file is written, and then nothing. */
async function runFull(cwd: string, ...args: readonly string[]) {
  const write = fs.writeFileSync;
  const disk = vi.spyOn(fs, "writeFileSync").mockImplementation((file, text, options) => {
    const isThere = String(file).startsWith(fs.realpathSync(cwd));
    write(file, isThere ? (text as string).slice(0, 9) : text, options);
    if (!isThere) return;
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
  });
  try {
    return await runHere(cwd, ...args);
  } finally {
    disk.mockRestore();
  }
}

describe("a full disk is one sentence, and leaves the files as they were", () => {
  it.each([
    ["init", ["--yes"], FILES, "eslint.config.js"],
    ["report", [], LINTED, "error-contract-report.html"],
    ["report", ["--html", "page.html"], LINTED, "page.html"],
    ["report", ["--markdown", "report.md"], LINTED, "report.md"],
    ["report", ["--update-baseline"], LINTED, "error-contract.baseline.json"],
  ])("%s %j", async (command, args, files, name) => {
    const folder = projectWith(files);
    const message = `${path.join(fs.realpathSync(folder), name)} cannot be written: no space left on device.`;
    const { status, stderr } = await runFull(folder, command, ...args);
    expect({ status, last: stderr.trimEnd().split("\n").at(-1) }).toEqual({ status: 2, last: `error: ${message}` });
    const page = args.length > 0 ? args : ["--html", "error-contract-report.html"];
    const json = await runFull(folder, command, "--json", ...page);
    expect({ status: json.status, output: JSON.parse(json.stdout) }).toEqual({
      status: 2,
      output: { error: { message } },
    });
    expect(filesOf(folder)).toEqual(files);
  });

  it.runIf(process.platform === "linux")("also where stdout goes there", async () => {
    const folder = projectWith(LINTED);
    const shell = 'require("child_process").spawnSync(process.execPath, process.argv.slice(1), { stdio: [0, fd, 2] })';
    const script = `const fd = fs.openSync("/dev/full", "w"); process.exit(${shell}.status)`;
    const { status, stderr } = await runNode(["-e", script, BIN, "report", "--json"], { cwd: folder });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: stdout cannot be written: no space left on device\.$/m);
  });
});
