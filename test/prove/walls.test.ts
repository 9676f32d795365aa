import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../kit/project.js";
import { caseServer, rawServer } from "./prove-kit.js";
import { asNobody, can, createVictims, findCell, harmServer, inContainer, proveAs } from "./wall-kit.js";

const whole = { files: true, sockets: true, processes: true, network: true };
const hasNamespaces = process.platform === "linux" && can(["unshare", "--user", "--mount", "--pid", "--fork"], "true");
const users: readonly (readonly [who: string, prefix: readonly string[]])[] = [
  ["whoever runs the tests", []],
  ...(can(asNobody, "test", "-r", harmServer) ? [["an ordinary user", asNobody] as const] : []),
];
const columns = ["valid", "missing", "ENOENT"].flatMap((name) => ["--column", name]);

it.runIf(hasNamespaces)("without walls the server of these tests harms everything that they look at", async () => {
  const { targets, listHarm } = await createVictims();
  const server = spawn(process.execPath, [harmServer, JSON.stringify(targets)], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  await sleep(1_500);
  server.kill("SIGKILL");
  // Root alone makes devices.
  expect(
    listHarm()
      .filter((each) => each !== "disk was made")
      .toSorted(),
  ).toEqual([
    "a process was left behind",
    "new was made",
    "own.sock was made",
    "the abstract socket was reached",
    "the file was written",
    "the pipe was written to",
    "the port was reached",
    "the process was killed",
    "the socket was reached",
  ]);
});

describe.runIf(hasNamespaces).each(users)("behind the walls of the system, for %s", (_who, prefix) => {
  it("nothing is written, connected to, killed or left behind, whatever a server tries", async () => {
    const { targets, listHarm } = await createVictims();
    const proof = await proveAs(prefix, [...columns, "--", process.execPath, harmServer, JSON.stringify(targets)]);
    await sleep(500);
    expect(listHarm()).toEqual([]);
    expect(proof.walls).toMatchObject(whole);
    expect(findCell(proof, "harm", "valid").verdict).toBe("kept");
  });

  it("the server keeps its user, and sees its own processes, devices and network alone", async () => {
    const { targets } = await createVictims();
    const args = ["--only", "look", "--column", "valid", "--", process.execPath, harmServer, JSON.stringify(targets)];
    const { answer } = findCell(await proveAs(prefix, args), "look", "valid");
    const { user, devices, processes, interfaces, writable } = JSON.parse(answer.content[0].text);
    const own = prefix.length > 0 ? [65534, 65534, 65534] : [process.getuid!(), process.geteuid!(), process.getgid!()];
    expect(user).toEqual(own);
    expect(devices.filter((name: string) => !/^(?:fd|std(?:in|out|err)|ptmx)$/.test(name))).toEqual([
      "null",
      "pts",
      "random",
      "tty",
      "urandom",
      "zero",
    ]);
    expect(processes).toBeLessThan(10);
    expect(interfaces.filter((name: string) => name !== "lo")).toEqual([]);
    expect(writable.map(([at, , type]: string[]) => [at, type])).toEqual([["/dev/pts", "devpts"]]);
  });
});

describe.runIf(hasNamespaces)("a wall that does not let a server start", () => {
  it("of files falls, and what was written and what would keep it is said", async () => {
    const folder = temporaryFolder();
    const command = ["--column", "valid", "--", "node", caseServer, "writes-first", folder];
    const fallen = await proveAs([], command);
    expect(fallen.walls).toMatchObject({ ...whole, files: false, sockets: false });
    expect(findCell(fallen, "change", "valid").verdict).toBe("not called");
    expect(fallen.advice[0]).toBe(
      `At its start it writes ${folder}/cache, and ends where it cannot. --writable ${folder} gives it a copy.`,
    );
    fs.rmSync(path.join(folder, "cache"), { recursive: true });
    const kept = await proveAs([], ["--writable", folder, ...command]);
    expect(kept.walls).toMatchObject(whole);
    expect(findCell(kept, "change", "valid").verdict).toBe("no code");
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it("of the network falls, and the files stay as they are", async () => {
    const service = net.createServer();
    await once(service.listen(0, "127.0.0.1"), "listening");
    const { port } = service.address() as net.AddressInfo;
    const command = ["--column", "valid", "--", "node", caseServer, "asks-first", String(port)];
    const proof = await proveAs([], command);
    service.close();
    expect(proof.walls).toMatchObject({ ...whole, network: false });
    expect(proof.advice[0]).toMatch(/^It does not start without a network: .*ECONNREFUSED/);
  });
});

describe.runIf(hasNamespaces)("where the system has no such walls", () => {
  const platform = (name: string) => ({
    NODE_OPTIONS: `--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'${name}'})`,
  });
  /** A folder of commands, `sh` and `node` among them, and no others. */
  function createPath(commands: Readonly<Record<string, string>>, others: readonly string[] = []): string {
    const folder = temporaryFolder();
    fs.symlinkSync(process.execPath, path.join(folder, "node"));
    for (const name of ["sh", ...others]) {
      const found = (process.env.PATH ?? "").split(":").find((each) => fs.existsSync(path.join(each, name)));
      if (found !== undefined) fs.symlinkSync(path.join(found, name), path.join(folder, name));
    }
    for (const [name, script] of Object.entries(commands))
      fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return folder;
  }
  // The shell of Windows is given a command line in quotes, as its fourth argument.
  const shell = { "cmd.exe": 'shift 3; line=${1#?}; eval "exec ${line%?}"', taskkill: "kill -9 $2" };
  /** Commands that say they did it, and did nothing. */
  const pretended = Object.fromEntries(["mount", "umount", "pivot_root"].map((name) => [name, "exit 0"]));
  const real = ["unshare", "setpriv", "readlink", "sleep", "mkdir", "rmdir", "ln", "cp", "ip"];
  const places: readonly (readonly [where: string, prefix: readonly string[], env: () => NodeJS.ProcessEnv])[] = [
    ["a container without namespaces", inContainer, () => ({})],
    ["a system without the commands that make them", [], () => ({ PATH: createPath({}) })],
    ["a system whose mounts change nothing", [], () => ({ PATH: createPath(pretended, real) })],
    ["macOS", [], () => platform("darwin")],
    ["Windows", [], () => ({ ...platform("win32"), PATH: createPath(shell), comspec: "cmd.exe" })],
  ];

  it.each(places)("as in %s, only tools that say they read, or are named, are called", async (_where, prefix, env) => {
    const tools = ["read_file", "write_file", "read_sync"].flatMap((name) => ["--only", name]);
    const args = [...tools, "--allow", "read_sync", "--column", "missing", "--", "node", rawServer];
    const proof = await proveAs(prefix, args, env());
    expect(proof.walls).toMatchObject({ files: false, sockets: false });
    expect(proof.hold).toMatch(
      /; a call could write files, .*so that only tools with readOnlyHint, or named by --allow/,
    );
    expect(["read_file", "write_file", "read_sync"].map((name) => findCell(proof, name, "missing").verdict)).toEqual([
      "no code",
      "not called",
      "no code",
    ]);
    expect(proof.advice.join("\n")).toContain("write_file. --allow NAME calls one.");
  });

  it("what is written is refused by the faults alone, also in a thread without an environment", async () => {
    const folder = temporaryFolder();
    const [file, inputs] = [path.join(folder, "out.txt"), path.join(folder, "inputs.json")];
    fs.writeFileSync(inputs, JSON.stringify({ use_thread: { path: file } }));
    const args = ["--only", "use_thread", "--allow", "use_thread", "--column", "valid", "--inputs", inputs];
    const proof = await proveAs(inContainer, [...args, "--", "sh", "-c", `node ${rawServer}`]);
    expect(findCell(proof, "use_thread", "valid").answer.content[0].text).toMatch(/^EACCES/);
    expect(fs.existsSync(file)).toBe(false);
  });

  it("a server that cannot be started twice is told, and its tools are tested one after the other", async () => {
    const probe = net.createServer();
    await once(probe.listen(0, "127.0.0.1"), "listening");
    const { port } = probe.address() as net.AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const args = ["--column", "valid", "--", "node", caseServer, "locks-a-port", String(port)];
    const proof = await proveAs(inContainer, args);
    expect(["work", "other"].map((name) => findCell(proof, name, "valid").verdict)).toEqual(["no code", "no code"]);
    expect(proof.advice.join("\n")).toContain("cannot be started twice");
  });
});

it("--only holds for every call, also where the contract is looked for", async () => {
  const args = ["--only", "work", "--column", "valid", "--", "node", caseServer, "ends-by-another-tool"];
  expect((await proveAs([], args)).problems).toEqual([]);
});

describe("the number of a process", () => {
  const server = ["--", process.execPath, harmServer, "{}"];

  it("is never made up", async () => {
    const { rows, stderr } = await proveAs([], ["--only", "end_process", ...server]);
    expect(rows[0].note).toBe("its input `pid` is a process, and none is made up; --inputs FILE gives one");
    expect(rows[0].cells.filter(({ verdict }: { verdict: string }) => verdict !== "not called")).toEqual([]);
    expect(stderr).not.toContain("END ");
  });

  it("is the one that is given, and no other one", async () => {
    const inputs = path.join(temporaryFolder(), "inputs.json");
    fs.writeFileSync(inputs, JSON.stringify({ end_process: { pid: 123_456 } }));
    const { rows } = await proveAs([], ["--only", "end_process", "--inputs", inputs, ...server]);
    const given = rows[0].cells.map(({ call }: any) => call?.params.arguments.pid);
    expect([...new Set(given)].toSorted()).toEqual([123_456, undefined]);
  });
});

it("a process of the server has no more memory than --memory gives", async () => {
  const args = ["--memory", "200", "--only", "fill", "--column", "valid", "--", "node", caseServer, "fills"];
  const { problems } = findCell(await proveAs([], args), "fill", "valid");
  expect(problems).toMatchObject([
    { kind: "died", message: "the server ends because it needs more than 200 MB of memory (--memory MB gives more)" },
  ]);
});
