import { readdirSync, readFileSync, statSync, type Dirent } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";
import { isInstalled } from "../package-name.js";

// What is on disk is looked at, not watched: a lint run pays a few stats, and nothing is left running in an editor.
// Files of the projects are looked at one by one, their folders for files that come and go, and what decides how
// modules are found (configurations, manifests, installed packages) as "foundations": when one of these changes,
// nothing that was known holds.

/** What has changed since the last look. */
export interface DiskChanges {
  readonly changed: readonly string[];
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  /** Something that everything else rests on. */
  readonly foundations: boolean;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/;
const FOUNDATION = /^(?:[jt]sconfig.*\.json|package\.json|node_modules)$/;
// What package managers write whenever they install.
const INSTALL_MARKS = ["", "/.package-lock.json", "/.modules.yaml", "/.yarn-state.yml", "/@types"];

export class DiskState {
  readonly #files = new Map<string, string>();
  readonly #folders = new Map<string, { stamp: string; names: ReadonlyMap<string, boolean> }>();
  readonly #foundations = new Map<string, string>();

  /** Begins to look at a project's files; `configuration` is `undefined` for one that has none. */
  add(files: readonly string[], configuration: string | undefined): void {
    if (configuration !== undefined) this.#addConfiguration(configuration);
    for (const file of files) {
      if (this.#files.has(file) || !isAbsolute(file) || isInstalled(file)) continue;
      this.#files.set(file, stamp(file));
      if (configuration !== undefined) this.#addFolders(dirname(file), dirname(configuration));
      else this.#addConfigurationsAbove(file);
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

  #addConfiguration(file: string): void {
    if (this.#foundations.has(file)) return;
    this.#foundations.set(file, stamp(file));
    for (const base of basesOf(file)) this.#addConfiguration(base);
    for (const folder of foldersUpFrom(dirname(file))) this.#addInstalled(folder);
  }

  #addInstalled(folder: string): void {
    for (const mark of ["/package.json", ...INSTALL_MARKS.map((name) => `/node_modules${name}`)]) {
      this.#foundations.set(folder + mark, stamp(folder + mark));
    }
  }

  /** A folder and those above it, as far as the project's own. */
  #addFolders(folder: string, top: string): void {
    for (const each of foldersUpFrom(folder)) {
      if (this.#folders.has(each)) return;
      this.#folders.set(each, { stamp: stamp(each), names: namesIn(each) });
      if (each === top) return;
    }
  }

  /** Where a file that is in no project may get one. */
  #addConfigurationsAbove(file: string): void {
    for (const folder of foldersUpFrom(dirname(file))) {
      for (const name of ["tsconfig.json", "jsconfig.json"]) {
        this.#foundations.set(`${folder}/${name}`, stamp(`${folder}/${name}`));
      }
    }
  }

  #changesOfFolders(): Pick<DiskChanges, "created" | "foundations"> {
    const created: string[] = [];
    let foundations = false;
    for (const [folder, before] of this.#folders) {
      const now = stamp(folder);
      if (now === before.stamp) continue;
      const names = namesIn(folder);
      this.#folders.set(folder, { stamp: now, names });
      const come = [...names].filter(([name]) => !before.names.has(name));
      const gone = [...before.names].filter(([name]) => !names.has(name));
      created.push(...come.filter(([name]) => SOURCE.test(name)).map(([name]) => `${folder}/${name}`));
      // A folder that comes or goes may bring or take anything.
      foundations ||= [...come, ...gone].some(([name, isFolder]) => isFolder || FOUNDATION.test(name));
    }
    return { created, foundations };
  }
}

function stamp(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : "";
}

/** Each name, with whether it is a folder. */
function namesIn(folder: string): ReadonlyMap<string, boolean> {
  // Nothing whose name begins with a dot belongs to a project.
  const entries = entriesOf(folder).filter(({ name }) => !name.startsWith("."));
  return new Map(entries.map((entry) => [entry.name, entry.isDirectory()]));
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone since, or not ours to read.
    return [];
  }
}

function foldersUpFrom(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpFrom(parent)];
}

/** The configurations that one extends or refers to. */
function basesOf(file: string): readonly string[] {
  const text = textOf(file);
  const extended = [...text.matchAll(/"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/g)].flatMap(([, list]) =>
    [...(list ?? "").matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? ""),
  );
  const referred = [...text.matchAll(/"path"\s*:\s*"([^"]+)"/g)].map(([, name]) => name ?? "");
  return [...extended, ...referred].flatMap((name) => configuration(name, file) ?? []);
}

function configuration(name: string, from: string): string | undefined {
  if (!/^\.{0,2}[\\/]|^\.{1,2}$/.test(name) && !isAbsolute(name)) return installedConfiguration(name, from);
  const path = resolve(dirname(from), name);
  return [path, `${path}.json`, `${path}/tsconfig.json`].find(isFile)?.replaceAll("\\", "/");
}

function installedConfiguration(name: string, from: string): string | undefined {
  const { resolve: find } = createRequire(from);
  return [name, `${name}.json`, `${name}/tsconfig.json`].map((path) => resolved(path, find)).find(Boolean);
}

function resolved(path: string, find: (path: string) => string): string | undefined {
  try {
    return find(path);
  } catch {
    // No package has it under this name.
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It is gone since then.
    return "";
  }
}
