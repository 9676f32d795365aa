import { spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ProveError } from "../prove-error.js";

const isWindows = process.platform === "win32";

/** What holds a server back, beside the faults themselves. */
export interface Walls {
  /** Node's permission model refuses writes and child processes. */
  readonly permission: boolean;
  /** Whether native addons may be loaded behind it, which it does not hold back. */
  readonly addons: boolean;
  /** The server runs in a network namespace of its own. */
  readonly network: boolean;
}

/** A way to start a server. */
export interface Start {
  readonly command: readonly string[];
  readonly walls: Walls;
}

const [bare, permitted] = [
  { permission: false, addons: false, network: false },
  { permission: true, addons: false, network: true },
];

/** The walls in the order in which a server is started behind them: as many as it starts with. */
const attempts: readonly Walls[] = [
  permitted,
  { ...permitted, addons: true },
  { ...permitted, network: false },
  { ...permitted, addons: true, network: false },
  { ...bare, network: true },
  bare,
];

/**
 * Lists the ways to start a server, the best guarded first.
 *
 * @param writable files and folders that the server may write to.
 * @throws ProveError where there is no such command.
 */
export function listStarts(command: readonly string[], writable: readonly string[]): readonly Start[] {
  // What holds a command back would only say that it cannot start it.
  if (!isWindows && findOnPath(command[0]!) === undefined)
    throw new ProveError(`The server cannot be started: there is no command \`${command[0]!}\`.`);
  const node = readNodeCommand(command);
  const unshare = findUnshare();
  return attempts
    .filter(({ permission, network }) => (!permission || node) && (!network || unshare))
    .map((walls) => {
      const inner = walls.permission ? guard(node!, walls, writable) : command;
      return { command: walls.network ? [...unshare!, ...inner] : inner, walls };
    });
}

interface NodeCommand {
  readonly node: string;
  readonly args: readonly string[];
  readonly major: number;
}

/** Reads a command that starts Node itself, or a script that names Node in its first line. */
function readNodeCommand([file = "", ...args]: readonly string[]): NodeCommand | undefined {
  const name = path.basename(file).replace(/\.exe$/i, "");
  if (name === "node") return withVersion(file, args);
  const script = findOnPath(file);
  const isManager = /^(?:npm|npx|pnpm|yarn|bun|bunx|corepack)$/.test(name);
  if (script === undefined || isManager || !/^#!.*\bnode\s*$/.test(readFirstLine(script))) return undefined;
  return withVersion("node", [script, ...args]);
}

function withVersion(node: string, args: readonly string[]): NodeCommand | undefined {
  const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8" });
  const major = Number(/^v(\d+)/.exec(stdout)?.[1]);
  return major >= 20 ? { node, args, major } : undefined;
}

function findOnPath(file: string): string | undefined {
  const folders = file.includes(path.sep) ? [""] : (process.env.PATH ?? "").split(path.delimiter);
  for (const folder of folders) {
    try {
      return realpathSync(path.join(folder, file));
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

function readFirstLine(file: string): string {
  const buffer = Buffer.alloc(100);
  const descriptor = openSync(file, "r");
  readSync(descriptor, buffer);
  closeSync(descriptor);
  return buffer.toString("latin1").split("\n")[0]!.trim();
}

function guard({ node, args, major }: NodeCommand, { addons }: Walls, writable: readonly string[]): readonly string[] {
  return [
    node,
    major < 22 ? "--experimental-permission" : "--permission",
    "--allow-fs-read=*",
    "--allow-worker",
    ...(addons && major >= 22 ? ["--allow-addons"] : []),
    // From Node 25 on the model holds back the network too, which a server may need for its start.
    ...(major >= 25 ? ["--allow-net"] : []),
    ...writable.map((file) => `--allow-fs-write=${file}*`),
    ...args,
  ];
}

/** Finds the command that gives a process a network of its own, with an interface to itself where that can be had. */
function findUnshare(): readonly string[] | undefined {
  if (process.platform !== "linux") return undefined;
  const script = 'ip link set lo up 2>/dev/null; exec "$@"';
  return [
    ["unshare", "--net"],
    ["unshare", "--map-current-user", "--net"],
  ]
    .map((unshare) => [...unshare, "sh", "-c", script, "sh"])
    .find(([file = "", ...args]) => spawnSync(file, [...args, "true"]).status === 0);
}

/** The module that is loaded before the server. */
const preload = new URL("../preload/preload.js", import.meta.url);

/** Returns the options of Node that load it, which all processes of the server inherit. */
export function addPreload(options: string | undefined): string {
  // Spaces and quotes of a path are escaped in its address.
  return `${options ?? ""} --import=${preload.href}`.trim();
}

/** Returns the folder of this package, from which the SDK may be found. */
export const packageFolder = fileURLToPath(new URL("../../../", import.meta.url));
