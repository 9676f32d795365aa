import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { root } from "../kit/page.js";

const bin = path.join(root, "src/dist/command/main.js");
export const harmServer = path.join(root, "test/prove/servers/harm.js");

/** Another user, who owns nothing. */
const nobody = 65534;
/** The path of an ordinary user, without the commands of the system. */
const userPath = (process.env.PATH ?? "")
  .split(":")
  .filter((folder) => !folder.endsWith("/sbin"))
  .join(":");
export const asNobody = ["setpriv", `--reuid=${nobody}`, `--regid=${nobody}`, "--clear-groups"];

/** A user namespace in which no other one can be made, as in many containers. */
export const inContainer = [
  ...["unshare", "--user", "--map-root-user", "sh", "-c"],
  'echo 0 >/proc/sys/user/max_user_namespaces; exec setpriv --bounding-set=-all --inh-caps=-all "$@"',
  "sh",
];

export const can = (command: readonly string[], ...args: readonly string[]): boolean =>
  spawnSync(command[0]!, [...command.slice(1), ...args]).status === 0;

/** Things of this machine that a server could harm, and what has become of them. */
export interface Victims {
  readonly targets: Readonly<Record<string, string | number>>;
  /** What was done to them, in words; empty where nothing was. */
  readonly listHarm: () => readonly string[];
}

/** Makes things that a server could harm: all that it may name is its own. */
export async function createVictims(): Promise<Victims> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "victims-"));
  fs.chmodSync(folder, 0o777);
  const at = (name: string): string => path.join(folder, name);
  const harm = new Set<string>();
  fs.writeFileSync(at("file"), "");
  fs.chmodSync(at("file"), 0o666);
  const abstract = path.basename(folder);
  const servers = [
    await listen(at("socket"), () => harm.add("the socket was reached")),
    await listen(`\0${abstract}`, () => harm.add("the abstract socket was reached")),
    await listen(0, () => harm.add("the port was reached")),
  ];
  fs.chmodSync(at("socket"), 0o777);
  spawnSync("mkfifo", ["-m", "666", at("pipe")]);
  const pipe = spawn("cat", [at("pipe")], { stdio: ["ignore", "pipe", "ignore"] });
  pipe.stdout.on("data", () => harm.add("the pipe was written to"));
  const victim = spawn("sleep", ["600"], { stdio: "ignore", uid: nobodyOrSelf(), detached: true });
  await once(victim, "spawn");
  const marker = `marker-${abstract}`;
  onTestFinished(() => {
    for (const child of [victim, pipe]) child.kill("SIGKILL");
    for (const pid of listProcesses(marker)) process.kill(Number(pid), "SIGKILL");
    for (const server of servers) server.close();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  const before = fs.readdirSync(folder);
  return {
    targets: {
      ...{ file: at("file"), folder, socket: at("socket"), abstract, pipe: at("pipe"), marker, pid: victim.pid! },
      port: (servers[2]!.address() as net.AddressInfo).port,
    },
    listHarm: () => [
      ...harm,
      ...(fs.readFileSync(at("file"), "utf8") === "" ? [] : ["the file was written"]),
      ...fs
        .readdirSync(folder)
        .filter((name) => !before.includes(name))
        .map((name) => `${name} was made`),
      ...(hasEnded(victim) ? ["the process was killed"] : []),
      ...(listProcesses(marker).length === 0 ? [] : ["a process was left behind"]),
    ],
  };
}

/** A process that each user of the tests may kill. */
const nobodyOrSelf = (): number => (process.geteuid!() === 0 ? nobody : process.geteuid!());

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** The processes whose command line has a text. */
export function listProcesses(text: string): readonly string[] {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((name) => {
      try {
        return fs.readFileSync(`/proc/${name}/cmdline`, "utf8").includes(text);
      } catch {
        // It has ended.
        return false;
      }
    });
}

async function listen(at: string | number, onReached: () => void): Promise<net.Server> {
  const server = net.createServer((connection) => {
    onReached();
    connection.destroy();
  });
  await once(typeof at === "string" ? server.listen(at) : server.listen(at, "127.0.0.1"), "listening");
  return server;
}

/** Runs `prove` as another user, or elsewhere, and returns its proof. */
export async function proveAs(
  prefix: readonly string[],
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<any> {
  const [file = "", ...rest] = [
    ...prefix,
    process.execPath,
    bin,
    "prove",
    "--json",
    "--seed",
    "1",
    "--limit",
    "2",
    ...args,
  ];
  const child = spawn(file, rest, { cwd: root, env: { ...process.env, HOME: os.tmpdir(), PATH: userPath, ...env } });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (stderr += String(chunk)));
  await once(child, "close");
  if (!stdout.startsWith("{")) throw new Error(`no proof: ${stdout}${stderr}`);
  return { ...JSON.parse(stdout), stderr };
}

export function findCell(proof: any, row: string, column: string): any {
  const { cells } = proof.rows.find(({ name }: { name: string }) => name === row);
  return cells.find((cell: { column: string }) => cell.column === column);
}
