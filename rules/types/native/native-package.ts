import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { getOrCreate } from "../../syntax/remember.js";

/** An installed TypeScript 7 or later. */
export interface NativePackage {
  readonly name: string;
  readonly version: string;
  /** The synchronous API and its companions; `undefined` where the package has none that we know of. */
  readonly entries: NativeEntries | undefined;
}

export interface NativeEntries {
  readonly sync: string;
  readonly ast: string;
  readonly fs: string;
}

// The package itself, and where it stands side by side with TypeScript 6.
const USUAL_NAMES = ["typescript", "@typescript/native"];
const DECIDING = ["node_modules", "package.json"];
// From 7.1 on, and in 7.0.
const ENTRY_FOLDERS = ["", "unstable/"];

const known = new Map<string, NativePackage | undefined>();

/** The TypeScript 7 that a file's project has installed, under the given name or a usual one. */
export function findNativePackage(file: string, name: string | undefined): NativePackage | undefined {
  return isAbsolute(file) ? findPackageAt(dirname(file), name) : undefined;
}

function findPackageAt(folder: string, name: string | undefined): NativePackage | undefined {
  return getOrCreate(known, `${name ?? ""}\n${folder}`, () => {
    if (isPlain(folder)) return findPackageAt(dirname(folder), name);
    const names = name === undefined ? USUAL_NAMES : [name];
    return names.map((each) => findInstalledPackage(each, folder)).find(Boolean);
  });
}

/** Returns whether a folder has no influence on the packages that are found from it: it is no package and has none. */
function isPlain(folder: string): boolean {
  return dirname(folder) !== folder && !DECIDING.some((name) => existsSync(join(folder, name)));
}

function findInstalledPackage(name: string, folder: string): NativePackage | undefined {
  // Nothing is read from this file; it says where the search begins.
  const { resolve } = createRequire(join(folder, "package.json"));
  const version = readVersion(() => resolve(`${name}/package.json`));
  if (version === undefined || Number.parseInt(version, 10) < 7) return undefined;
  return {
    name,
    version,
    entries: ENTRY_FOLDERS.map((entry) => resolveEntries(`${name}/${entry}`, resolve)).find(Boolean),
  };
}

function readVersion(manifest: () => string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(manifest(), "utf8")) as { version?: unknown };
    return typeof version === "string" ? version : undefined;
  } catch {
    // Not installed, or not with a manifest that can be read.
    return undefined;
  }
}

function resolveEntries(path: string, resolve: (specifier: string) => string): NativeEntries | undefined {
  try {
    return { sync: resolve(`${path}sync`), ast: resolve(`${path}ast`), fs: resolve(`${path}fs`) };
  } catch {
    // The package does not export them.
    return undefined;
  }
}
