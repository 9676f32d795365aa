import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readMember } from "../../json/read.js";
import { processSeen, type Targets } from "./harm-targets.js";
import { enterWalls, type Build, type Maker } from "./namespaces.js";
import { readLines } from "./read-lines.js";
import { WallGate } from "./wall-gate.js";
import type { WallName } from "./walls.js";

/** Walls that the system has, and which of them have been seen to hold. */
interface FoundBuild {
  readonly build: Build;
  readonly held: readonly WallName[];
}

/** The walls of a system, best first, and otherwise what its commands say. */
interface FoundBuilds {
  readonly builds: readonly FoundBuild[];
  readonly reason: string;
}

const attempter = fileURLToPath(new URL("attempt-harm.js", import.meta.url));
/** Milliseconds for all that is tried. */
const patience = 20_000;

/**
 * Finds the walls that this system can build, by building them and letting a program behind them try to write, to
 * connect and to signal. Best first; an empty list where there are none.
 */
export async function findBuilds(): Promise<FoundBuilds> {
  if (process.platform !== "linux") return { builds: [], reason: "this system has no namespaces" };
  let reason = "";
  const makers: readonly Maker[] = process.geteuid!() === 0 ? ["root", "user"] : ["user"];
  for (const hasRoot of [true, false]) {
    for (const maker of makers) {
      const build = { maker, hasRoot, hasNetwork: true };
      const { held, said } = await tryBuild(build);
      reason ||= said;
      if (!held.includes(hasRoot ? "files" : "processes")) continue;
      const without = held.filter((name) => name !== "network");
      const bare = held.filter((name) => name === "network" || name === "processes");
      const builds = [
        { build, held },
        { build: { ...build, hasNetwork: false }, held: without },
        ...(hasRoot ? [{ build: { ...build, hasRoot: false }, held: bare }] : []),
      ];
      return { builds, reason: hasRoot ? "" : reason };
    }
  }
  return { builds: [], reason };
}

/** Returns which walls hold: they can be seen to, and nothing got through. */
async function tryBuild(build: Build): Promise<{ readonly held: readonly WallName[]; readonly said: string }> {
  let said = "";
  const folder = mkdtempSync(path.join(tmpdir(), "error-contract-"));
  const [file, socket] = [path.join(folder, "file"), path.join(folder, "socket")];
  const inner = mkdtempSync(path.join(folder, "root-"));
  const reached = new Set<WallName>();
  const servers: Server[] = [];
  let child: ChildProcess | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    writeFileSync(file, "");
    servers.push(await listen(() => reached.add("sockets"), socket), await listen(() => reached.add("network"), 0));
    const { port } = servers[1]!.address() as { readonly port: number };
    const targets: Targets = { file, socket, port, pid: process.pid };
    const needs = { folder: inner, writable: [], cwd: "/", memory: 1_000 };
    const [name = "", ...args] = enterWalls(build, needs, [process.execPath, attempter, JSON.stringify(targets)]);
    child = spawn(name, args, {
      stdio: ["pipe", "ignore", "pipe"],
      env: { PATH: process.env.PATH },
    });
    timer = setTimeout(() => child?.kill("SIGKILL"), patience);
    child.stdin?.on("error", () => {
      // It has ended, and how says why.
    });
    const gate = new WallGate(build, needs);
    readLines(child.stderr!, (line) => {
      if (!gate.read(line, (go) => child?.stdin?.write(`${go}\n`))) said ||= line;
    });
    const [status] = (await once(child, "exit")) as [number | null];
    if (readFileSync(file, "utf8") !== "") reached.add("files");
    if (status === processSeen) reached.add("processes");
    const hasRun = status === 0 || status === processSeen;
    return { held: hasRun ? gate.held.filter((each) => !reached.has(each)) : [], said };
  } catch (error) {
    // There are no namespaces here, or not the commands that make them.
    return { held: [], said: String(readMember(error, "message")) };
  } finally {
    clearTimeout(timer);
    child?.kill("SIGKILL");
    for (const server of servers) server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function listen(onReached: () => void, at: string | number): Promise<Server> {
  const server = createServer((connection) => {
    onReached();
    connection.destroy();
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    if (typeof at === "string") server.listen(at, () => resolve(server));
    else server.listen(at, "127.0.0.1", () => resolve(server));
  });
}
