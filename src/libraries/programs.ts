import { readMember, tryTo } from "../json/read.js";

interface FileSystem {
  existsSync(path: string): boolean;
}

/**
 * Returns whether the program of a failed `spawn` can be found: then its working directory is what is missing. Node
 * says ENOENT for both, and names the program in both.
 */
export function isProgramThere(thrown: unknown): boolean {
  const [code, syscall, program] = ["code", "syscall", "path"].map((member) => readMember(thrown, member));
  if (code !== "ENOENT" || typeof syscall !== "string" || !syscall.startsWith("spawn")) return false;
  if (typeof program !== "string" || program === "") return false;
  return tryTo(() => isOnPath(program)) === true;
}

function isOnPath(program: string): boolean {
  const { process } = globalThis;
  const files = process.getBuiltinModule("node:fs") as FileSystem;
  if (/[\\/]/u.test(program)) return files.existsSync(program);
  const isWindows = process.platform === "win32";
  const folders = (process.env.PATH ?? "").split(isWindows ? ";" : ":");
  return folders.some((folder) => folder !== "" && files.existsSync(`${folder}/${program}`));
}
