import fs from "node:fs";
import path from "node:path";
import { openAuditLog, verifyAuditLog } from "error-contract/audit-log";
import { beforeAll, describe, expect, it } from "vitest";
import { record } from "../audit-log/log-folder.js";
import { callCommand } from "../kit/call-command.js";
import { installedRuntime } from "../kit/installed.js";
import { root } from "../kit/page.js";
import { writeFiles } from "../kit/project.js";
import { runLine } from "../kit/run-node.js";

const { version } = JSON.parse(fs.readFileSync(path.join(root, "src/package.json"), "utf8"));
const key = "a key of 32 bytes, or about that many";

/** A project in which the packed tarball, and nothing else, is installed. */
let project: string;
const run = async (...args: string[]) => {
  const file = path.join(project, "node_modules/error-contract/dist/command/run-command.js");
  const { runCommand } = (await import(file)) as typeof import("../../src/dist/command/run-command.js");
  return callCommand(runCommand, args, project);
};

beforeAll(async () => {
  project = await installedRuntime();
  writeFiles(project, { "audit.key": `${key}\n`, "empty.key": "\n" });
  for (const [name, options] of [
    ["plain", {}],
    ["chained", { chain: true }],
    ["signed", { key }],
  ] as const) {
    const log = openAuditLog(path.join(project, `${name}.jsonl`), options);
    for (const message of ["a", "b", "c"]) log.writeSync(record(message));
    await log.close();
  }
  const chained = fs.readFileSync(path.join(project, "chained.jsonl"), "utf8");
  const { chains } = await verifyAuditLog(path.join(project, "chained.jsonl"));
  writeFiles(project, {
    "altered.jsonl": chained.replace('"b"', '"B"'),
    "cut.jsonl": chained.split("\n").slice(0, 2).join("\n") + "\n",
    "chains.json": JSON.stringify(chains),
    "prose.json": "All is well.",
    "forged.jsonl": chained.replace('"c"', '"C"'),
  });
}, 120_000);

describe("npx error-contract", () => {
  it("is the only package that an installation brings", () => {
    const installed = fs.readdirSync(path.join(project, "node_modules")).filter((name) => !name.startsWith("."));
    expect(installed).toEqual(["error-contract"]);
  });

  it("asks for the SDK when `prove` needs it", async () => {
    const { status, stderr } = await run("prove", "--", "node", "server.js");
    expect(stderr).toContain("npm install --save-dev @modelcontextprotocol/client");
    expect(status).toBe(2);
  });

  it("runs by its name", async () =>
    expect(await runLine("npx --no-install error-contract --version", { cwd: project })).toMatchObject({
      status: 0,
      stdout: `${version}\n`,
    }));

  it("lists its commands, and explains them", async () => {
    expect((await run("--help")).stdout).toMatch(/^Usage: npx error-contract [^]*verify[^]*prove[^]*Exit codes: 0 /);
    expect((await run("verify", "--help")).stdout).toMatch(/^Usage: npx error-contract verify FILE[^]*Exit codes: 0 /);
  });

  it.each([
    [["verfy"], "There is no command `verfy`. Did you mean `verify`?"],
    [["verify"], "verify expects one FILE"],
    [["verify", "a", "b"], "verify expects one FILE"],
    [["verify", "chained.jsonl", "--jsn"], "Did you mean --json?"],
    [["verify", "chained.jsonl", "--earlier"], "--earlier"],
    [["verify", "chained.jsonl", "--earlier", "none.json"], "--earlier: none.json cannot be read: ENOENT"],
    [["verify", "chained.jsonl", "--earlier", "prose.json"], "--earlier expects the output of `verify --json`"],
    [["verify", "chained.jsonl", "--key-file", "empty.key"], "--key-file expects a key"],
    [["verify", "chained.jsonl", "--keep", "0"], "--keep expects a whole number"],
    [["verify", "none.jsonl"], "Cannot read the audit log"],
  ])("refuses wrong use: %j", async (args, problem) => {
    const { status, stdout, stderr } = await run(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toMatch(/^error: /);
    expect(stderr).toContain(problem);
  });

  it.each([
    [["chained.jsonl"], 0, "No problem: 3 entries, 1 chain, 0 torn lines, 1 file."],
    [["plain.jsonl"], 0, "only the form of the lines was checked"],
    [["altered.jsonl"], 1, "altered.jsonl:2 altered: "],
    [["cut.jsonl"], 0, "No problem"],
    [["cut.jsonl", "--earlier", "chains.json"], 1, "missing: Entry 3"],
    [["forged.jsonl", "--earlier", "chains.json"], 1, "altered: Entry 3"],
    [["chained.jsonl", "--earlier", "chains.json"], 0, "No problem"],
    [["signed.jsonl", "--key-file", "audit.key"], 0, "No problem"],
    [["chained.jsonl", "--key-file", "audit.key"], 1, "unsigned: "],
  ])("verify %j", async (args, status, text) => {
    const result = await run("verify", ...args);
    expect(result).toMatchObject({ status, stderr: "" });
    expect(result.stdout).toContain(text);
  });

  it.each([
    [["a", "b"], 2, { error: { message: expect.any(String) } }],
    [["none.jsonl"], 2, { error: { message: expect.any(String) } }],
    [["chained.jsonl"], 0, { ok: true, chains: expect.any(Array) }],
    [["altered.jsonl"], 1, { ok: false, chains: expect.any(Array) }],
  ])("verify %j --json", async (args, status, answer) => {
    const result = await run("verify", ...args, "--json");
    expect(result.status).toBe(status);
    expect(JSON.parse(result.stdout)).toMatchObject(answer);
  });

  it("takes the whole output of --json as an earlier check", async () => {
    writeFiles(project, { "check.json": (await run("verify", "chained.jsonl", "--json")).stdout });
    expect(await run("verify", "chained.jsonl", "--earlier", "check.json")).toMatchObject({ status: 0 });
    expect(await run("verify", "cut.jsonl", "--earlier", "check.json")).toMatchObject({ status: 1 });
  });
});
