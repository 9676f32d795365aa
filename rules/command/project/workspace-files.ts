import { execFileSync } from "node:child_process";
import { type Dirent, existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, normalize, resolve, sep } from "node:path";
import { getOrCreate, rememberFor, rememberOnce } from "../../syntax/remember.js";
import { listModuleFiles } from "../../modules/module-file.js";

/** A source file of a workspace. */
interface WorkspaceFile {
  readonly path: string;
  readonly text: string;
}

interface Known extends WorkspaceFile {
  readonly changed: number;
}

/** The source files of the workspace around a file, as they were at one time. */
export interface Workspace {
  /** The folder that it stands in. */
  readonly root: string;
  readonly files: ReadonlyMap<string, WorkspaceFile>;
  /** False where the search ended before it had seen every file. */
  readonly isComplete: boolean;
  /** Returns: file -> the files that import it. */
  readonly mapImporters: () => ReadonlyMap<string, readonly string[]>;
}

interface Remembered extends Workspace {
  readonly files: ReadonlyMap<string, Known>;
  readonly until: number;
}

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const NO_SOURCE = /(?:^|[\\/])(?:node_modules|dist|build|coverage|out|vendor|\.[^\\/]+)[\\/]|\.d\.[cm]?ts$|\.min\.js$/;
const SPECIFIER = /(?:\bfrom|\bimport|\brequire|\bimport\(|\brequire\(|\bmock\()\s*\(?\s*["']([^"'\n]+)["']/g;
const MOST_FILES = 5000;
const MOST_BYTES = 512 * 1024;
const MOST_MS = 2000;
/** An editor lints again after edits; one run lints many files at once, and must not search longer than it lints. */
const REMEMBERED_MS = 1000;
const REMEMBERED_SEARCHES = 20;

const workspaces = new Map<string, Remembered>();
/** Folder of a file -> the workspace around it. */
const around = new Map<string, Remembered>();
const getImportingFiles = rememberFor(() => new Map<string, ReadonlySet<string>>());

/**
 * Returns the nearest package of a file, or the workspace that it is part of, with its source files that git does not
 * ignore; `undefined` where there is none. The search ends after two seconds or 5,000 files. Files count as they are on
 * the disk.
 */
export function findWorkspace(file: string): Workspace | undefined {
  const path = resolve(file);
  const folder = dirname(path);
  const known = around.get(folder);
  if (known && Date.now() < known.until && known.files.has(path)) return known;
  // A text without a file is part of no workspace.
  const root = existsSync(path) ? findWorkspaceRoot(folder) : undefined;
  if (root === undefined) return undefined;
  const workspace = readWorkspace(root);
  around.set(folder, workspace);
  return workspace;
}

function readWorkspace(root: string): Remembered {
  const known = workspaces.get(root);
  const now = Date.now();
  if (known && now < known.until) return known;
  const { files, isComplete } = readFiles(root, known?.files);
  const ended = Date.now();
  const until = ended + Math.max(REMEMBERED_MS, (ended - now) * REMEMBERED_SEARCHES);
  const workspace = { root, files, isComplete, mapImporters: rememberOnce(() => mapImporters(files)), until };
  workspaces.set(root, workspace);
  return workspace;
}

/** Returns the files of a workspace that import a file, in steps. */
export function listImportingFiles(file: string, workspace: Workspace): ReadonlySet<string> {
  return getOrCreate(getImportingFiles(workspace), file, () => collectImporters(resolve(file), workspace));
}

function collectImporters(file: string, workspace: Workspace): ReadonlySet<string> {
  const importers = workspace.mapImporters();
  const found = new Set<string>();
  const open = [file];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const importer of importers.get(next) ?? []) {
      if (found.has(importer)) continue;
      found.add(importer);
      open.push(importer);
    }
  }
  return found;
}

/** The folder of the nearest package, or of the workspace that it is part of. */
function findWorkspaceRoot(inner: string): string | undefined {
  for (let folder = inner, previous = ""; folder !== previous; previous = folder, folder = dirname(folder)) {
    const isWorkspace = /"workspaces"\s*:/.test(readText(join(folder, "package.json")));
    if (isWorkspace || existsSync(join(folder, "pnpm-workspace.yaml"))) return folder;
  }
  return findNearestPackage(inner);
}

function findNearestPackage(folder: string): string | undefined {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : findNearestPackage(parent);
}

interface ReadFiles {
  readonly files: ReadonlyMap<string, Known>;
  readonly isComplete: boolean;
}

function readFiles(root: string, known: ReadonlyMap<string, Known> | undefined): ReadFiles {
  const files = new Map<string, Known>();
  const end = Date.now() + MOST_MS;
  for (const path of listFiles(root, end)) {
    if (files.size >= MOST_FILES || Date.now() > end) return { files, isComplete: false };
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MOST_BYTES) continue;
    const before = known?.get(path);
    const file = before?.changed === stats.mtimeMs ? before : { path, changed: stats.mtimeMs, text: readText(path) };
    files.set(path, file);
  }
  return { files, isComplete: true };
}

function listFiles(root: string, end: number): Iterable<string> {
  try {
    const options = { cwd: root, encoding: "utf8", timeout: MOST_MS, maxBuffer: 1 << 26, stdio: "pipe" } as const;
    // A monitor of the file system would be another process that is started.
    const args = ["-c", "core.fsmonitor=false", "ls-files", "-co", "--exclude-standard", "-z"];
    const listed = execFileSync("git", args, options).split("\0");
    return listed.filter(isSource).map((path) => join(root, path));
  } catch {
    // No repository, or no git: the folders that hold no sources are known by their names.
    return walk(root, end);
  }
}

function* walk(root: string, end: number): Iterable<string> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readFolder(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && isSource(`${entry.name}/x.js`)) folders.push(path);
      // One path more tells that time is over.
      else if ((entry.isFile() && isSource(entry.name)) || Date.now() > end) yield path;
    }
  }
}

function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It was removed a moment ago, or may not be read.
    return [];
  }
}

function isSource(path: string): boolean {
  return SOURCE.test(path) && !NO_SOURCE.test(path);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // It was removed a moment ago.
    return "";
  }
}

function mapImporters(files: ReadonlyMap<string, Known>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  const aliased = new Map<string, readonly string[]>();
  for (const { path, text } of files.values()) {
    for (const [, specifier = ""] of text.matchAll(SPECIFIER)) {
      const imported = specifier.startsWith(".")
        ? listModuleFiles(resolve(dirname(path), specifier)).map(normalize)
        : (aliased.get(specifier) ?? listAliasedFiles(specifier, files));
      if (!specifier.startsWith(".")) aliased.set(specifier, imported);
      for (const each of imported.filter((file) => files.has(file))) {
        importers.set(each, [...(importers.get(each) ?? []), path]);
      }
    }
  }
  return importers;
}

/**
 * The files that `@/tools/read` may stand for, by their end, and those of `@team/core`, by the folder of the package.
 */
function listAliasedFiles(specifier: string, files: ReadonlyMap<string, Known>): readonly string[] {
  const [, name = ""] = /^@[\w-]+\/([\w-]+)$/.exec(specifier) ?? [];
  const [, alias = ""] = /^(?:[@~#]|@[\w-]+|src)\/(.+?)(?:\.[cm]?js)?$/.exec(specifier) ?? [];
  if (alias === "") return [];
  const end = sep + alias.replaceAll("/", sep);
  const folder = `${sep}${name}${sep}`;
  return [...files.keys()].filter(
    (path) =>
      path
        .replace(SOURCE, "")
        .replace(/[\\/]index$/, "")
        .endsWith(end) ||
      (name !== "" && path.includes(folder)),
  );
}
