import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

// Which names stand in more than one file of a package. Read when the first question comes: few findings ask.

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
const NOT_SOURCE = /^(?:\..*|node_modules|dist|build|out|coverage)$/;
const NAME = /[A-Za-z_$][\w$]*/g;
const MOST_FILES = 3000;
/** In milliseconds: an editor asks again and again while files change. */
const MAX_AGE = 10_000;
const SEVERAL = "";

interface PackageNames {
  readonly readAt: number;
  /** The file that a name stands in, or `SEVERAL`; `undefined` where there are too many files. */
  readonly fileOf: ReadonlyMap<string, string> | undefined;
}

const packages = new Map<string, PackageNames>();

/** Returns whether another file of the nearest package may have a name; false for a text that is no file. */
export function isNamedElsewhere(name: string, filename: string): boolean {
  const file = resolve(filename);
  const folder = existsSync(file) ? findPackageFolder(dirname(file)) : undefined;
  if (folder === undefined) return false;
  const known = packages.get(folder);
  const names = known && Date.now() - known.readAt < MAX_AGE ? known : readNames(folder);
  packages.set(folder, names);
  const found = names.fileOf ? names.fileOf.get(name) : SEVERAL;
  return found !== undefined && found !== file;
}

function findPackageFolder(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findPackageFolder(parent);
}

function readNames(folder: string): PackageNames {
  const files = collectSourceFiles(folder);
  const fileOf = new Map<string, string>();
  for (const file of files.slice(0, MOST_FILES)) {
    for (const name of new Set(readText(file).match(NAME))) fileOf.set(name, fileOf.has(name) ? SEVERAL : file);
  }
  return { readAt: Date.now(), fileOf: files.length > MOST_FILES ? undefined : fileOf };
}

function collectSourceFiles(folder: string, files: string[] = []): readonly string[] {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (files.length > MOST_FILES || NOT_SOURCE.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) collectSourceFiles(path, files);
    else if (SOURCE.test(entry.name)) files.push(path);
  }
  return files;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Removed since the folder was read.
    return "";
  }
}
