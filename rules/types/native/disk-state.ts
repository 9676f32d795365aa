import { readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, posix, resolve } from "node:path";
import { isInstalled } from "../../modules/package-name.js";

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

  /** Begins to look at what makes a project, which may be broken or have no files now. */
  addConfiguration(configuration: string): void {
    for (const each of collectConfigurations(configuration)) {
      this.#addFoundation(each);
      this.addFolder(dirname(each));
    }
  }

  /** Begins to look for what may make a project of a folder, or of one above it. */
  addFolder(folder: string): void {
    for (const each of listFoldersUpFrom(folder))
      for (const name of FOUNDATIONS) this.#addFoundation(posix.join(each, name));
  }

  /** Begins to look at a project's files. */
  addFiles(files: Iterable<string>, configuration: string): void {
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

  #addFoundation(path: string): void {
    if (!this.#foundations.has(path)) this.#foundations.set(path, stamp(path));
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
  try {
    // For what is not there, which is most of it, an error would take longer.
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? `${stats.mtimeMs} ${stats.size}` : "";
  } catch {
    // What stands in for its folder is a file.
    return "";
  }
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

const NAMES = ["tsconfig.json", "jsconfig.json"];

/**
 * The configurations that files of a folder may belong to, likeliest first: the nearest and those that it refers to,
 * then those of the folders above. A project that is referred to is believed to have no files outside of its folder.
 */
export function listConfigurations(folder: string): readonly string[] {
  const listReferences = (file: string) =>
    readReferencedFiles(file).filter((each) => isFile(each) && isAbove(dirname(each), folder));
  return listFoldersUpFrom(folder).flatMap((each) => {
    const found = NAMES.map((name) => posix.join(each, name)).find(isFile);
    return found === undefined ? [] : [...collectFiles(found, listReferences)];
  });
}

/** Returns a configuration and the files that it extends or refers to, there or not, directly or through others. */
function collectConfigurations(file: string): ReadonlySet<string> {
  return collectFiles(file, (each) => [...readExtendedFiles(each), ...readReferencedFiles(each)]);
}

function collectFiles(file: string, listNext: (file: string) => readonly string[], known = new Set<string>()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const each of listNext(file)) collectFiles(each, listNext, known);
  return known;
}

function listFoldersUpFrom(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listFoldersUpFrom(parent)];
}

/** Whether a folder is another, or has it in it. */
function isAbove(folder: string, other: string): boolean {
  return posix.join(other, "/").startsWith(posix.join(folder, "/"));
}

// Configurations have comments and trailing commas. A path in a comment is at most a file too many.
function readExtendedFiles(file: string): readonly string[] {
  const values = readText(file).match(/"extends"\s*:\s*(?:\[[^\]]*\]|"[^"]*")/g) ?? [];
  // Those of packages come and go with what is installed.
  const paths = readQuotedTexts(values).filter((path) => /^\.{1,2}(?:[\\/]|$)/.test(path) || isAbsolute(path));
  return paths.flatMap((path) => listConfigurationFiles(path, file));
}

function readReferencedFiles(file: string): readonly string[] {
  const lists = readText(file).match(/"references"\s*:\s*\[[^\]]*\]/g) ?? [];
  const paths = lists.join().match(/"path"\s*:\s*"[^"]*"/g) ?? [];
  return readQuotedTexts(paths).flatMap((path) => listConfigurationFiles(path, file));
}

/** Reads the texts in quotes behind the names of properties. */
function readQuotedTexts(properties: readonly string[]): readonly string[] {
  return properties
    .flatMap((each) => [...each.slice(each.indexOf(":")).matchAll(/"([^"]+)"/g)])
    .map(([, text = ""]) => text);
}

/** Returns the file that a path in a configuration means, or those that it would mean if they were there. */
function listConfigurationFiles(path: string, from: string): readonly string[] {
  const slashed = resolve(dirname(from), path).replaceAll("\\", "/");
  const candidates = [slashed, `${slashed}.json`, `${slashed}/tsconfig.json`];
  const found = candidates.find(isFile);
  return found === undefined ? candidates : [found];
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // What stands in for its folder is a file.
    return false;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It is gone since then.
    return "";
  }
}
