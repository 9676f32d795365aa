import { readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import path from "node:path";
import { isIn, listVisibleMounts, type Mount } from "./mounts.js";

/** What each file system is to the server: those of the kernel itself are made anew, or left out. */
const ofKernel = new Set(
  (
    "proc sysfs devtmpfs devpts cgroup cgroup2 mqueue hugetlbfs debugfs tracefs securityfs configfs fusectl pstore " +
    "bpf binfmt_misc efivarfs autofs rpc_pipefs nsfs selinuxfs"
  ).split(" "),
);
const madeAnew = ["/proc", "/sys", "/dev"];

/** Characters that stand for something else among the options of a mount. */
const special = /[:,\\"\n]/;

/** The largest file that is copied instead of being mounted, in bytes. */
const mostCopied = 1_000_000;

/** Quotes a word for a shell. */
export const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** What a file system for the server consists of. */
interface RootOptions {
  /** Files and folders that the server may write to. */
  readonly writable: readonly string[];
  /** Whether it is built in a user namespace, where what stands below a mount of the system must not be uncovered. */
  readonly isUser: boolean;
}

/**
 * Lists the commands of a shell that build a root for the server in the folder `new`: everything that it can see now,
 * so that nothing of it can be changed. A folder is shown by an overlay, through which a socket or pipe of the system
 * leads nowhere, as it is another one there.
 */
export function planRoot({ writable, isUser }: RootOptions): readonly string[] {
  const mounts = listVisibleMounts().filter(
    ({ path: each, type }) => !ofKernel.has(type) && !madeAnew.some((made) => isIn(made, each)),
  );
  const commands: string[] = [];
  const isSplit = (folder: string): boolean => isUser && mounts.some(({ path: each }) => isBelow(folder, each));
  const writableFolders = listFolders(writable);

  /** Shows a folder, with what is mounted below it. */
  function show(folder: string): void {
    const isWritable = writableFolders.includes(folder);
    if (folder === "/" || (isSplit(folder) && !isWritable)) {
      list(folder);
      return;
    }
    if (!special.test(folder)) commands.push(`${isWritable ? "change" : "show"} ${quote(folder)}`);
    for (const { path: each } of listNext(mounts, folder)) showMount(each);
    const inside = writableFolders.filter((each) => isBelow(folder, each));
    for (const each of inside.filter((one) => !inside.some((other) => isBelow(other, one)))) {
      // What is mounted between both has been shown, and shows it.
      if (!mounts.some(({ path: mounted }) => isIn(mounted, each) && isBelow(folder, mounted))) show(each);
    }
  }

  function showMount(each: string): void {
    if (isFolder(each)) show(each);
    else if (!isSocketLike(each)) commands.push(`bind ${quote(each)}`);
  }

  /** Shows what a folder holds, one by one. */
  function list(folder: string): void {
    const entries = readFolder(folder).filter(({ name }) => !madeAnew.includes(path.join(folder, name)));
    const at = (entry: Dirent): string => path.join(folder, entry.name);
    const folders = entries.filter((entry) => entry.isDirectory()).map(at);
    const files = entries.filter((entry) => entry.isFile()).map(at);
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(at);
    if (folders.length > 0) commands.push(`mkdir -p ${folders.map((each) => quote(`new${each}`)).join(" ")}`);
    const copied = [...links, ...files.filter((file) => isSmall(file))];
    if (copied.length > 0)
      commands.push(`cp -dp ${copied.map(quote).join(" ")} ${quote(`new${folder}`)} 2>/dev/null || :`);
    for (const file of files.filter((each) => !copied.includes(each))) commands.push(`bind ${quote(file)}`);
    for (const each of folders) show(each);
  }

  show("/");
  return commands;
}

const isBelow = (folder: string, each: string): boolean => folder !== each && isIn(folder, each);

/** Lists the mounts below a folder, but those below one of them. */
function listNext(mounts: readonly Mount[], folder: string): readonly Mount[] {
  const below = mounts.filter(({ path: each }) => isBelow(folder, each));
  return below.filter(({ path: each }) => !below.some(({ path: other }) => isBelow(other, each)));
}

/** Lists the folders that have to be writable: a file is written to by what writes to its folder. */
function listFolders(writable: readonly string[]): readonly string[] {
  return [...new Set(writable.map(findFolder))];
}

function findFolder(file: string): string {
  let folder = file;
  while (!isFolder(folder)) folder = path.dirname(folder);
  return realpathSync(folder);
}

const isFolder = (file: string): boolean => stat(file)?.isDirectory() === true;
const isSmall = (file: string): boolean => (stat(file)?.size ?? Infinity) <= mostCopied;
const isSocketLike = (file: string): boolean => stat(file)?.isFile() !== true;

function stat(file: string): ReturnType<typeof statSync> | undefined {
  try {
    return statSync(file);
  } catch {
    // It has gone, or nobody may look at it.
    return undefined;
  }
}

function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // What cannot be listed is not shown.
    return [];
  }
}
