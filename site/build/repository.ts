import fs from "node:fs";
import path from "node:path";

/** The root of the repository. */
export const root = path.resolve(import.meta.dirname, "../..");

/** Where the files of the repository are read. */
export const REPOSITORY = "https://github.com/error-contract/error-contract/blob/main/";

/** Reads a file by its path from the root. */
export function readFile(name: string): string {
  return fs.readFileSync(path.join(root, name), "utf8");
}
