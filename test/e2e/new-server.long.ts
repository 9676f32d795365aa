// The server that `new` writes: installed from the packed tarballs, linted, tested, proved, served and called.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installedRuntime, packedTarballs } from "../kit/installed.js";
import { temporaryFolder } from "../kit/project.js";
import { runLine, runNode } from "../kit/run-node.js";

let folder: string;

beforeAll(async () => {
  const [tarball] = await packedTarballs();
  const runtime = await installedRuntime();
  folder = path.join(temporaryFolder(), "server");
  const bin = path.join(runtime, "node_modules/error-contract/dist/command/main.js");
  const made = await runNode([bin, "new", folder, "--packages", path.dirname(tarball!)], { cwd: runtime });
  expect(made, made.stderr).toMatchObject({ status: 0 });
  const installed = await runLine("npm install --no-audit --no-fund", { cwd: folder });
  expect(installed, installed.stderr).toMatchObject({ status: 0 });
}, 300_000);

it.each(["lint", "failures", "test"])("passes npm run %s", { timeout: 120_000 }, async (script) => {
  const run = await runLine(`npm run ${script}`, { cwd: folder });
  expect(run, run.stdout + run.stderr).toMatchObject({ status: 0 });
});

it.runIf(process.platform === "linux")("is proved without a wrong cell", { timeout: 240_000 }, async () => {
  const run = await runLine("npm run prove", { cwd: folder });
  expect(run, run.stdout + run.stderr).toMatchObject({ status: 0 });
  expect(run.stdout).toMatch(/contract standard: \d+ kept, \d+ not reached\.$/m);
});

it("has a client that acts on the code of a failure", { timeout: 60_000 }, async () => {
  const { status, stdout } = await runLine("npm run client -- -3", { cwd: folder });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining("INVALID_INPUT: Correct") });
});

const children: { kill: () => void }[] = [];
afterAll(() => children.forEach((child) => child.kill()));

it("serves over Streamable HTTP, too", { timeout: 60_000 }, async () => {
  const server = spawn(process.execPath, ["src/main.js"], { cwd: folder, env: { ...process.env, PORT: "0" } });
  children.push(server);
  const [line] = (await once(server.stderr, "data")) as [Buffer];
  const response = await fetch(line.toString().trim(), {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "get_issue", arguments: { id: "seven" } },
    }),
  });
  expect(await response.text()).toContain("INVALID_INPUT");
});
