import { spawnSync } from "node:child_process";
import { closeSync, openSync, readSync, realpathSync } from "node:fs";
import path from "node:path";
import { ProveError } from "./prove-error.js";
import type { Build } from "./namespaces.js";
import { findBuilds } from "./try-walls.js";
import { noWalls, type Walls } from "./walls.js";

const isWindows = process.platform === "win32";

/** A way to start a server. */
export interface Start {
  readonly command: readonly string[];
  /** The walls that stand where they are seen to hold. */
  readonly walls: Walls;
  /** How those of the system are built. */
  readonly build?: Build | undefined;
}

const permitted = [
  { permission: true, addons: false },
  { permission: true, addons: true },
];

/**
 * Lists the ways to start a server, the best guarded first, and says why some are not among them.
 *
 * @param writable files and folders that the server may write to.
 * @throws ProveError where there is no such command.
 */
export async function listStarts(
  command: readonly string[],
  writable: readonly string[],
): Promise<{ readonly starts: readonly Start[]; readonly reason: string }> {
  // What holds a command back would only say that it cannot start it.
  if (!isWindows && findOnPath(command[0]!) === undefined)
    throw new ProveError(`The server cannot be started: there is no command \`${command[0]!}\`.`);
  const node = readNodeCommand(command);
  const guarded = node ? permitted.map((wall) => ({ ...wall, command: guard(node, wall.addons, writable) })) : [];
  const plain = { permission: false, addons: false, command };
  const { builds, reason } = await findBuilds();
  const behind = builds.flatMap(({ build, held }) => {
    const walls = { ...noWalls, ...Object.fromEntries(held.map((name) => [name, true])) };
    // Node's model refuses no more than read-only files do, and breaks more.
    const inner = held.includes("files") || builds.some((other) => other.held.includes("files")) ? [] : guarded;
    return [...inner, plain].map(({ command: each, ...own }) => ({
      command: each,
      walls: { ...walls, ...own },
      build,
    }));
  });
  const alone = builds.length > 0 ? [plain] : [...guarded, plain];
  const open = alone.map(({ command: each, ...own }) => ({ command: each, walls: { ...noWalls, ...own } }));
  return { starts: [...behind, ...open], reason };
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

function guard({ node, args, major }: NodeCommand, addons: boolean, writable: readonly string[]): readonly string[] {
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
