import { readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, posix } from "node:path";
import { isInstalled } from "../../modules/package-name.js";
import { collectConfigurations, isAbove, listFoldersUpFrom } from "./configurations.js";

// The disk is looked at, not watched: a lint run pays a few stats, and nothing is left running in an editor. Files of
// the projects are looked at one by one. Their folders, by the names in them, and the files that decide how modules are
// found (configurations, manifests, installed packages) are "foundations": when one of these changes, nothing that was
// known holds.

/** The changes since the last look. */
export interface DiskChanges {
  /** The files that have changed, or are gone. */
  readonly files: readonly string[];
  /** Whether something has changed that everything else rests on. */
  readonly foundations: boolean;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/;
// Includes the files that package managers write at every installation.
const FOUNDATIONS = [
  "package.json",
  "tsconfig.json",
  "jsconfig.json",
  "node_modules",
  "node_modules/@types",
  "node_modules/.package-lock.json",
  "node_modules/.modules.yaml",
  "node_modules/.yarn-state.yml",
];

export class DiskState {
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, string>();
  readonly #foundations = new Map<string, string>();

  /** Begins to look at a project's files. */
  add(files: Iterable<string>, configuration: string): void {
    for (const each of collectConfigurations(configuration)) this.#addFoundations(each);
    for (const file of files) {
      if (this.#files.has(file) || !isAbsolute(file) || isInstalled(file)) continue;
      this.#files.set(file, stamp(file));
      this.#addFolders(dirname(file), dirname(configuration));
    }
  }

  changes(): DiskChanges {
    const foundations = [...updateChanged(this.#folders, listNames), ...updateChanged(this.#foundations, stamp)];
    return { files: updateChanged(this.#files, stamp), foundations: foundations.length > 0 };
  }

  #addFoundations(configuration: string): void {
    if (this.#foundations.has(configuration)) return;
    const folders = listFoldersUpFrom(dirname(configuration));
    const paths = folders.flatMap((folder) => FOUNDATIONS.map((name) => posix.join(folder, name)));
    for (const path of [configuration, ...paths]) this.#foundations.set(path, stamp(path));
  }

  /** A folder and those above it in the project; a package that is linked from elsewhere has none above. */
  #addFolders(folder: string, top: string): void {
    for (const each of isAbove(top, folder) ? listFoldersUpFrom(folder) : [folder]) {
      if (this.#folders.has(each)) return;
      this.#folders.set(each, listNames(each));
      if (each === top) return;
    }
  }
}

/** Returns the paths that are not what they were, and stores what they are now. */
function updateChanged(paths: Map<string, string>, describe: (path: string) => string): readonly string[] {
  return [...paths].flatMap(([path, before]) => {
    const now = describe(path);
    paths.set(path, now);
    return now === before ? [] : [path];
  });
}

function stamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : "";
}

/** Lists the sources in a folder and in its folders; nothing whose name begins with a dot belongs to a project. */
function listNames(folder: string, depth = 1): string {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
    const names = entries.flatMap((entry) => {
      if (!entry.isDirectory()) return SOURCE.test(entry.name) ? [entry.name] : [];
      const isEntered = depth > 0 && entry.name !== "node_modules";
      return isEntered ? [entry.name, listNames(posix.join(folder, entry.name), depth - 1)] : [entry.name];
    });
    return names.join(" ");
  } catch {
    // Gone since, or not ours to read.
    return "";
  }
}
