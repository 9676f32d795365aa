import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const NO_SOURCE = /(?:^|[\\/])(?:node_modules|dist|build|coverage|out|vendor|\.[^\\/]+)[\\/]|\.d\.[cm]?ts$|\.min\.js$/;
/** Bytes; what is larger was generated. */
const LARGEST = 512 * 1024;

/** Lists the source files below a folder that git does not ignore, by their paths. */
export function listSources(folder: string): readonly string[] {
  return listFiles(folder).filter((file) => {
    const stats = fs.statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() === true && stats.size <= LARGEST;
  });
}

function listFiles(folder: string): readonly string[] {
  try {
    const options = { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26, stdio: "pipe" } as const;
    // A monitor of the file system would be another process that is started.
    const args = ["-c", "core.fsmonitor=false", "ls-files", "-co", "--exclude-standard", "-z"];
    const listed = execFileSync("git", args, options).split("\0");
    return listed.filter(isSource).map((name) => path.join(folder, name));
  } catch {
    // No repository, or no git: the folders that hold no sources are known by their names.
    return [...walk(folder)];
  }
}

function* walk(folder: string): Generator<string> {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && isSource(`${entry.name}/x.js`)) yield* walk(file);
    else if (entry.isFile() && isSource(entry.name)) yield file;
  }
}

const isSource = (name: string): boolean => SOURCE.test(name) && !NO_SOURCE.test(name);
