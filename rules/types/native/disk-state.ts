import { readdirSync, statSync, type Dirent } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import { isInstalled } from "../../modules/package-name.js";
import { collectConfigurations, listFoldersUpFrom, joinFolderPath, isAbove } from "./configurations.js";

// The disk is looked at, not watched: a lint run pays a few stats, and nothing is left running in an editor. Files of
// the projects are looked at one by one, their folders for files that come and go, and the files that decide how
// modules are found (configurations, manifests, installed packages) as "foundations": when one of these changes,
// nothing that was known holds.

/** The changes since the last look. */
export interface DiskChanges {
  readonly changed: readonly string[];
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  /** Something that everything else rests on. */
  readonly foundations: boolean;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/;
const FOUNDATION = /^(?:[jt]sconfig.*\.json|package\.json|node_modules)$/;
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
  readonly #folders = new Map<string, { stamp: string; names: ReadonlyMap<string, boolean> }>();
  readonly #foundations = new Map<string, string>();

  /** Begins to look at a project's files. */
  add(files: readonly string[], configuration: string): void {
    for (const each of collectConfigurations(configuration)) this.#addFoundations(each);
    for (const file of files) {
      if (this.#files.has(file) || !isAbsolute(file) || isInstalled(file)) continue;
      this.#files.set(file, stamp(file));
      this.#addFolders(dirname(file), dirname(configuration));
    }
  }

  changes(): DiskChanges {
    const changed: string[] = [];
    const deleted: string[] = [];
    for (const [file, before] of this.#files) {
      const now = stamp(file);
      if (now === before) continue;
      if (now === "") this.#files.delete(file);
      else this.#files.set(file, now);
      (now === "" ? deleted : changed).push(file);
    }
    const { created, foundations } = this.#changesOfFolders();
    const isMoved = [...this.#foundations].some(([file, before]) => stamp(file) !== before);
    return { changed, created, deleted, foundations: foundations || isMoved };
  }

  #addFoundations(configuration: string): void {
    if (this.#foundations.has(configuration)) return;
    this.#foundations.set(configuration, stamp(configuration));
    for (const folder of listFoldersUpFrom(dirname(configuration))) {
      for (const name of FOUNDATIONS.map((each) => joinFolderPath(folder, each)))
        this.#foundations.set(name, stamp(name));
    }
  }

  /** A folder and those above it in the project; a package that is linked from elsewhere has none above. */
  #addFolders(folder: string, top: string): void {
    for (const each of isAbove(top, folder) ? listFoldersUpFrom(folder) : [folder]) {
      if (this.#folders.has(each)) return;
      this.#folders.set(each, { stamp: stamp(each), names: readNames(each) });
      if (each === top) return;
    }
  }

  #changesOfFolders(): Pick<DiskChanges, "created" | "foundations"> {
    const found: Found = { created: [], foundations: false };
    for (const [folder, before] of [...this.#folders]) {
      const now = stamp(folder);
      if (now === before.stamp) continue;
      const names = readNames(folder);
      this.#folders.set(folder, { stamp: now, names });
      for (const [name, isFolder] of names) if (!before.names.has(name)) this.#come(folder, name, isFolder, found);
      found.foundations ||= [...before.names.keys()].some((name) => !names.has(name) && FOUNDATION.test(name));
    }
    return found;
  }

  /** A folder comes with all that stands in it. */
  #come(folder: string, name: string, isFolder: boolean, found: Found): void {
    const path = joinFolderPath(folder, name);
    if (FOUNDATION.test(name)) found.foundations = true;
    else if (!isFolder && SOURCE.test(name)) found.created.push(path);
    if (!isFolder || found.foundations) return;
    const names = readNames(path);
    this.#folders.set(path, { stamp: stamp(path), names });
    for (const [each, isDeeper] of names) this.#come(path, each, isDeeper, found);
  }
}

interface Found {
  readonly created: string[];
  foundations: boolean;
}

function stamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : "";
}

/** Each name, with whether it is a folder. */
function readNames(folder: string): ReadonlyMap<string, boolean> {
  // Nothing whose name begins with a dot belongs to a project.
  const entries = readEntries(folder).filter(({ name }) => !name.startsWith("."));
  return new Map(entries.map((entry) => [entry.name, entry.isDirectory()]));
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone since, or not ours to read.
    return [];
  }
}
