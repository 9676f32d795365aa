import { readlinkSync } from "node:fs";
import { parseMounts, type Mount } from "./mounts.js";
import { planRoot, quote } from "./plan-root.js";
import type { WallName } from "./walls.js";

/** By whom namespaces are made: by root as such, or by any user in a user namespace. */
export type Maker = "root" | "user";

/** Walls that are built together. */
export interface Build {
  readonly maker: Maker;
  /** Whether files are read-only, and sockets of the file system covered. */
  readonly hasRoot: boolean;
  readonly hasNetwork: boolean;
}

/** What a server needs behind the walls. */
export interface Needs {
  /** A folder of the system that is empty: what the server sees is built there, and nowhere else. */
  readonly folder: string;
  /** Files and folders of which the server gets a copy that it may write to. */
  readonly writable: readonly string[];
  readonly cwd: string;
  /** The most memory of a process, in megabytes. */
  readonly memory: number;
}

/** What begins a line with which the walls tell what they are, and the line that then starts the server. */
export const factMark = "\u001eerror-contract/walls ";
export const goLine = "start";
/** The last line of what the walls tell. */
export const lastFact = "end .";

/** Devices that hold nothing and lead nowhere. */
const devices = ["null", "zero", "random", "urandom", "tty"];
const deviceLinks: Readonly<Record<string, string>> = {
  ptmx: "pts/ptmx",
  fd: "/proc/self/fd",
  stdin: "/proc/self/fd/0",
  stdout: "/proc/self/fd/1",
  stderr: "/proc/self/fd/2",
};

/** What root keeps: it reads what it could read, and can neither mount, make devices nor change the system. */
const kept = ["chown", "dac_override", "fowner", "fsetid", "kill", "setgid", "setuid", "net_bind_service"];
/** The same, as the bits of `/proc/self/status`. */
const keptBits = [0, 1, 3, 4, 5, 6, 7, 10].reduce((bits, bit) => bits | (1n << BigInt(bit)), 0n);

/** Returns the command that starts another one behind walls, when it is told to by a line on its stdin. */
export function enterWalls(build: Build, needs: Needs, command: readonly string[]): readonly string[] {
  const { maker, hasNetwork } = build;
  return [
    "unshare",
    ...(maker === "user" ? ["--user", "--map-root-user"] : []),
    ...["--mount", "--pid", "--ipc", ...(hasNetwork ? ["--net"] : [])],
    ...["--fork", "--kill-child", "sh", "-c", writeScript(build, needs), "error-contract"],
    ...command,
  ];
}

/** Writes what the first process of the namespaces does. With it, all others end. */
function writeScript(build: Build, needs: Needs): string {
  const { maker, hasRoot, hasNetwork } = build;
  const { folder, cwd, memory } = needs;
  const [user, group] = [process.geteuid!(), process.getegid!()];
  const bounds = ["-all", ...kept.map((name) => `+${name}`)].join(",");
  const asRoot = `setpriv --no-new-privs --inh-caps=-all --bounding-set=${bounds}`;
  const asUser = `unshare --user --map-user=${user} --map-group=${group}`;
  const run = `sh -c ${quote(tellFacts)} "$0" "$@"`;
  return [
    "set -e",
    // Not every user has the commands of the system on the path.
    "path=$PATH",
    "PATH=$PATH:/usr/sbin:/sbin",
    ...(hasRoot ? writeRoot(folder, planRoot({ ...needs, isUser: maker === "user" }), memory, maker) : writeProc),
    ...(hasNetwork ? ["ip link set lo up 2>/dev/null || :"] : []),
    `cd ${quote(cwd)}`,
    limitMemory(memory),
    ...(maker === "root"
      ? [closeProc, "set +e", `PATH=$path; ${asRoot} ${run}`]
      : [
          // The server gets its user id back by a file of `/proc`, which is closed when that is written.
          "exec 3<&0",
          `(PATH=$path; exec ${asUser} ${run}) <&3 3<&- &`,
          "server=$!",
          "own=$(readlink /proc/self/ns/user)",
          'is_mapped() { [ "$(readlink /proc/$server/ns/user)" != "$own" ] && read -r _ </proc/$server/gid_map; }',
          "until is_mapped; do kill -0 $server; sleep 0.01; done 2>/dev/null",
          closeProc,
          "set +e",
          "wait $server",
        ]),
    "exit $?",
  ].join("\n");
}

/** What V8 reserves for its threads, and does not use, in megabytes. */
const reserved = 3_000;

/**
 * Limits what each process that a shell starts after this may reserve, so that it cannot fill the memory between two
 * looks at it. Where the limit is lower already, it stays.
 */
export const limitMemory = (megabytes: number): string =>
  `ulimit -d ${Math.round((megabytes + reserved) * 1024)} 2>/dev/null || :`;

const writeProc = ["mount -t proc -o nosuid,nodev,noexec proc /proc"];
const closeProc = "mount -o remount,bind,ro,nosuid,nodev,noexec /proc";

/** Builds the root of the server beside the system's, and takes the system's away. */
function writeRoot(folder: string, plan: readonly string[], memory: number, maker: Maker): readonly string[] {
  const flags = "nosuid,nodev";
  const xattr = maker === "user" ? ",userxattr" : "";
  return [
    `mount -t tmpfs -o mode=755,${flags},size=${Math.round(memory)}m tmpfs ${quote(folder)}`,
    `cd ${quote(folder)}`,
    "mkdir new nothing copies",
    "copy=0",
    `mount -t tmpfs -o mode=755,${flags} tmpfs new`,
    // What cannot be shown is not shown: nothing is open by that.
    `show() { mount -t overlay -o "ro,${flags}${xattr},lowerdir=$1:$PWD/nothing" overlay "new$1" 2>/dev/null || :; }`,
    `change() {
  copy=$((\${copy##*/} + 1)); copy=$PWD/copies/$copy; mkdir -p "$copy/up" "$copy/work"
  mount -t overlay -o "${flags}${xattr},lowerdir=$1,upperdir=$copy/up,workdir=$copy/work" overlay "new$1"
}`,
    `bind() { : >"new$1" && mount --bind -o ro,${flags} "$1" "new$1" 2>/dev/null || :; }`,
    ...plan,
    "mkdir -p new/proc new/sys new/dev new/.system",
    `mount -t proc -o ${flags},noexec proc new/proc`,
    `mount -t sysfs -o ro,${flags},noexec sysfs new/sys 2>/dev/null || :`,
    "mount -t tmpfs -o mode=755,nosuid,noexec tmpfs new/dev",
    `for device in ${devices.join(" ")}; do`,
    '  : >"new/dev/$device"',
    '  mount --bind -o ro,nosuid,noexec "/dev/$device" "new/dev/$device"',
    "done",
    "mkdir new/dev/pts",
    "mount -t devpts -o newinstance,ptmxmode=0666,mode=620,nosuid,noexec devpts new/dev/pts",
    ...Object.entries(deviceLinks).map(([name, to]) => `ln -s ${to} new/dev/${name}`),
    "mount -o remount,bind,ro,nosuid,noexec new/dev",
    "cd new",
    "pivot_root . .system",
    "cd /",
    "umount -l /.system",
    "rmdir /.system",
    `mount -o remount,bind,ro,${flags} /`,
  ];
}

/** Tells what can be seen from where the server will be, and waits until that was judged. */
const tellFacts = [
  'tell() { printf \'%s%s %s\\n\' "$mark" "$1" "$2" >&2; }',
  `mark='${factMark}'`,
  "is_closed() { while read -r _ _ _ _ at options _; do [ $at,${options%%,*} = /proc,ro ] && return; done; return 1; }",
  // What does not become so is told as it is.
  "tries=0",
  "until is_closed </proc/self/mountinfo || [ $tries -gt 200 ]; do tries=$((tries + 1)); sleep 0.01; done",
  'while IFS= read -r line; do tell mount "$line"; done </proc/self/mountinfo',
  'while IFS= read -r line; do tell status "$line"; done </proc/self/status',
  'while IFS= read -r line; do tell net "$line"; done </proc/net/dev',
  'for kind in mnt pid ipc net user; do tell ns "$kind $(readlink /proc/self/ns/$kind)"; done',
  'for device in /dev/*; do tell dev "$device"; done',
  `tell ${lastFact}`,
  "IFS= read -r line",
  `[ "$line" = ${goLine} ] && exec "$@"`,
  "exit 125",
].join("\n");

/** What the walls have told, line by line. */
export type Facts = readonly string[];

/** Returns the walls that can be seen to hold; an empty list where something is not as it was built. */
export function findHeld(build: Build, { writable }: Pick<Needs, "writable">, facts: Facts): readonly WallName[] {
  const read = (kind: string): readonly string[] =>
    facts.filter((line) => line.startsWith(`${kind} `)).map((line) => line.slice(kind.length + 1));
  const isOwn = (kind: string): boolean => {
    const line = read("ns").find((each) => each.startsWith(`${kind} `));
    const own = line?.slice(kind.length + 1);
    return own !== undefined && own.startsWith(`${kind}:[`) && own !== readNamespace(kind);
  };
  const isDropped = isPowerless(build.maker, read("status"), isOwn("user"));
  const mounts = parseMounts(read("mount").join("\n"));
  const isReadOnly = mounts.length > 0 && mounts.every((mount) => isHarmless(mount, writable));
  const isFew = read("dev").every((device) => isKnownDevice(device.slice("/dev/".length)));
  const hasRoot = build.hasRoot && isDropped && isOwn("mnt") && isReadOnly && isFew;
  const hasProcesses = isDropped && ["pid", "ipc", "mnt"].every(isOwn) && hasOwnProc(mounts);
  const interfaces = read("net")
    .slice(2)
    .map((line) => line.split(":")[0]!.trim());
  const hasNetwork = build.hasNetwork && isOwn("net") && interfaces.every((name) => name === "lo");
  return [
    ...(hasRoot ? (["files", "sockets"] as const) : []),
    ...(hasProcesses ? (["processes"] as const) : []),
    ...(hasNetwork ? (["network"] as const) : []),
  ];
}

function readNamespace(kind: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`);
  } catch {
    // It is not known what the system's own is.
    return undefined;
  }
}

/** Returns whether the server cannot undo a wall: root by what it may not do, others as they are nobody there. */
function isPowerless(maker: Maker, status: readonly string[], hasOwnUser: boolean): boolean {
  if (maker === "user") return hasOwnUser;
  const read = (name: string): string | undefined =>
    status
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const sets = ["CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb"].map(read);
  return (
    read("NoNewPrivs") === "1" && sets.every((set) => set !== undefined && (BigInt(`0x${set}`) & ~keptBits) === 0n)
  );
}

const isKnownDevice = (name: string): boolean => name === "pts" || devices.includes(name) || name in deviceLinks;

/** Returns whether nothing of the system can be changed or asked through a mount. */
function isHarmless({ path, root, type, options }: Mount, writable: readonly string[]): boolean {
  if (path === "/dev/pts") return type === "devpts";
  const name = path.startsWith("/dev/") ? path.slice("/dev/".length) : undefined;
  if (name !== undefined) return devices.includes(name) && root === `/${name}` && options.includes("ro");
  // A copy that the server may write to is an overlay, whose upper part goes with it.
  const isCopy = type === "overlay" && writable.some((file) => file === path || file.startsWith(`${path}/`));
  const isBarred = options.includes("ro") && (options.includes("nodev") || path === "/dev");
  const isShown = ["overlay", "tmpfs", "proc", "sysfs"].includes(type) || root !== "/";
  return isCopy ? options.includes("nodev") : isBarred && isShown;
}

const hasOwnProc = (mounts: readonly Mount[]): boolean =>
  mounts.findLast(({ path }) => path === "/proc")?.options.includes("ro") === true;
