import fs from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { root } from "../kit/page.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { caseServer, proveHere, runProve } from "./prove-kit.js";
import { inContainer, listProcesses, proveAs } from "./wall-kit.js";

const server = (which: string): readonly string[] => ["--start", "2", "--limit", "2", "--", "node", caseServer, which];

describe.concurrent("a server that cannot be proved", () => {
  it.each([
    ["only-prints", /prints to stdout, which is for messages alone: "Listening"/],
    ["dies", /ends at its start, with the exit code 1\. It says:.*there is no configuration/s],
    ["wants-a-token", /ends at its start, with the exit code 3\. It says: API_KEY is not set/],
    ["no-tools", /lists no tools, no resources and no prompts/],
    ["silent", /does not answer `initialize` within 2 s/],
  ])("%s is told in a sentence, with the exit code 2", async (which, sentence) => {
    const { status, stderr, stdout } = await proveHere(server(which));
    expect(stderr).toMatch(sentence);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  });

  it.each([
    ["--column", "4O4", /--column expects valid, missing, .*; found "4O4"/],
    ["--only", "play", /--only expects work, no_such_tool; found "play"/],
  ])("%s names what there is", async (option, name, sentence) => {
    const { status, stderr } = await proveHere([option, name, ...server("prints")]);
    expect(stderr).toMatch(sentence);
    expect(status).toBe(2);
  });

  it("a command that does not exist is named", async () => {
    const { status, stderr } = await proveHere(["--", "no-such-command-here", "server.js"]);
    expect(stderr).toContain("there is no command `no-such-command-here`");
    expect(status).toBe(2);
  });

  const oldSdk = {
    "node_modules/@modelcontextprotocol/sdk/package.json": '{"version":"1.4.0","exports":{"./*":"./*"}}',
    "node_modules/@modelcontextprotocol/sdk/client/index.js": "exports.Client = class {};",
  };
  it.each([
    ["without the SDK", {}],
    ["with one that is too old", oldSdk],
  ])("a project %s is told what to install", async (_what, files) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    fs.cpSync(path.join(root, "src/dist"), path.join(folder, "error-contract/dist"), { recursive: true });
    writeFiles(folder, { "error-contract/package.json": '{"type":"module"}' });
    const { status, stderr } = await runProve(["--", "node", caseServer, "dies"], {
      cwd: folder,
      bin: path.join(folder, "error-contract/dist/command/main.js"),
    });
    expect(stderr).toContain("npm install --save-dev @modelcontextprotocol/client");
    expect(status).toBe(2);
  });

  it("wrong use is refused with the name of the option", async () => {
    const cases: [string[], RegExp][] = [
      [[], /expects `-- COMMAND`, or --url URL/],
      [["node", "server.js"], /behind `--`, found "node"/],
      [["--limit", "soon", "--", "x"], /--limit expects a number above 0, found "soon"/],
      [["--contract", "kaizen", "--", "x"], /--contract expects .*kaiza/],
      [["--inputs", "none.json", "--", "x"], /--inputs: none\.json cannot be read: ENOENT/],
      [["--header", "Bearer", "--url", "http://localhost/"], /--header expects "Name: value"/],
      [["--limits", "1"], /Did you mean --limit\?/],
    ];
    const runs = await Promise.all(cases.map(([args]) => proveHere(args)));
    for (const [index, { status, stderr }] of runs.entries()) {
      expect(stderr).toMatch(cases[index]![1]);
      expect(status).toBe(2);
    }
  });
});

describe("a server with a fault of its own", () => {
  it("prints to stdout, which is a problem beside its cells", async () => {
    const { status, stdout } = await proveHere(server("prints"));
    expect(stdout).toContain('The server: it prints to stdout, which is for messages alone: "Server started on stdio"');
    expect(status).toBe(1);
  });

  it("floods, and is ended", async () => {
    const { status, stdout } = await proveHere([
      "--only",
      "work",
      "--column",
      "valid",
      "--",
      "node",
      caseServer,
      "floods",
    ]);
    expect(stdout).toContain("because it floods its client");
    expect(status).toBe(1);
  });
});

describe.runIf(process.platform === "linux")("no process is left behind", () => {
  const waitForEnd = async (marker: string): Promise<void> => {
    while (listProcesses(marker).length > 0) await sleep(20);
  };

  it.each([
    ["behind walls", []],
    ["where there are none", inContainer],
  ])("of a server that starts some and does not want to end, %s", async (_where, prefix) => {
    const marker = `marker-${path.basename(temporaryFolder())}`;
    const command = ["--column", "valid", "--", "node", caseServer, "leaves-a-process", marker];
    expect((await proveAs(prefix, command)).totals["no code"]).toBeGreaterThan(0);
    await waitForEnd(marker);
  });

  it("when the user stops the command", async () => {
    const marker = `marker-${path.basename(temporaryFolder())}`;
    const bin = path.join(root, "src/dist/command/main.js");
    const prove = spawn("node", [bin, "prove", "--", "node", caseServer, "silent", marker], { stdio: "ignore" });
    const isServer = (): boolean => listProcesses(marker).some((pid) => pid !== String(prove.pid));
    while (!isServer()) await sleep(20);
    prove.kill("SIGINT");
    const [status] = (await once(prove, "exit")) as [number | null];
    expect(status).toBe(130);
    await waitForEnd(marker);
  });
});
