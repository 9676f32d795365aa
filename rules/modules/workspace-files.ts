import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { moduleFileCandidates } from "./module-file.js";

/** A source file of a workspace. */
export interface WorkspaceFile {
  readonly path: string;
  readonly text: string;
}

interface Known extends WorkspaceFile {
  readonly changed: number;
}

/** The source files of the workspace around a file, as they were at one time. */
interface Workspace {
  readonly root: string;
  readonly at: number;
  readonly files: ReadonlyMap<string, Known>;
  /** File -> the files that import it. */
  readonly importers: ReadonlyMap<string, readonly string[]>;
}

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const NO_SOURCE = /(?:^|[\\/])(?:node_modules|dist|build|coverage|out|vendor|\.[^\\/]+)[\\/]|\.d\.[cm]?ts$|\.min\.js$/;
const SPECIFIER = /(?:\bfrom|\bimport|\brequire|\bimport\(|\brequire\(|\bmock\()\s*\(?\s*["']([^"'\n]+)["']/g;
const MOST_FILES = 5000;
const MOST_BYTES = 512 * 1024;
const MOST_MS = 2000;
/** An editor lints again after edits; one run lints many files at once. */
const REMEMBERED_MS = 1000;

const workspaces = new Map<string, Workspace>();
const reached = new WeakMap<Workspace, Map<string, ReadonlySet<string>>>();

/**
 * Returns the source files of the nearest package of a file and of its workspace that git does not ignore. The search ends
 * after two seconds or 5,000 files, and what it has not reached is unknown. Files count as they are on the disk.
 */
export function workspaceFiles(file: string): Iterable<WorkspaceFile> {
  return workspaceOf(file)?.files.values() ?? [];
}

/** Returns the folder that the workspace of a file stands in. */
export function workspaceFolder(file: string): string | undefined {
  return workspaceOf(file)?.root;
}

/** Returns the files of the workspace that import a file, in steps. */
export function filesThatReach(file: string): ReadonlySet<string> {
  const workspace = workspaceOf(file);
  if (!workspace) return new Set();
  const known = reached.get(workspace) ?? new Map<string, ReadonlySet<string>>();
  reached.set(workspace, known);
  const found = known.get(file) ?? collectImporters(resolve(file), workspace);
  known.set(file, found);
  return found;
}

function collectImporters(file: string, { importers }: Workspace): ReadonlySet<string> {
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

function workspaceOf(file: string): Workspace | undefined {
  // A text without a file is part of no workspace.
  const root = existsSync(file) ? workspaceRoot(resolve(file)) : undefined;
  if (root === undefined) return undefined;
  const known = workspaces.get(root);
  if (known && Date.now() - known.at < REMEMBERED_MS) return known;
  const files = readFiles(root, known?.files);
  const workspace = { root, at: Date.now(), files, importers: importersIn(files) };
  workspaces.set(root, workspace);
  return workspace;
}

/** The folder of the nearest package, or of the workspace that it is part of. */
function workspaceRoot(file: string): string | undefined {
  let nearest: string | undefined;
  for (let folder = dirname(file), previous = ""; folder !== previous; previous = folder, folder = dirname(folder)) {
    const hasPackage = existsSync(join(folder, "package.json"));
    if (hasPackage) nearest ??= folder;
    const isWorkspace = hasPackage && /"workspaces"\s*:/.test(readText(join(folder, "package.json")));
    if (isWorkspace || existsSync(join(folder, "pnpm-workspace.yaml"))) return folder;
  }
  return nearest;
}

function readFiles(root: string, known: ReadonlyMap<string, Known> | undefined): ReadonlyMap<string, Known> {
  const files = new Map<string, Known>();
  const end = Date.now() + MOST_MS;
  for (const path of listFiles(root)) {
    if (files.size >= MOST_FILES || Date.now() > end) break;
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || stats.size > MOST_BYTES) continue;
    const before = known?.get(path);
    const file = before?.changed === stats.mtimeMs ? before : { path, changed: stats.mtimeMs, text: readText(path) };
    files.set(path, file);
  }
  return files;
}

function listFiles(root: string): readonly string[] {
  try {
    const options = { cwd: root, encoding: "utf8", timeout: MOST_MS, maxBuffer: 1 << 26, stdio: "pipe" } as const;
    const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], options).split("\0");
    return listed.filter(isSource).map((path) => join(root, path));
  } catch {
    // No repository, or no git: the folders that hold no sources are known by their names.
    return walk(root);
  }
}

function walk(root: string): readonly string[] {
  const files: string[] = [];
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && files.length < MOST_FILES; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && isSource(`${entry.name}/x.js`)) folders.push(path);
      else if (entry.isFile() && isSource(entry.name)) files.push(path);
    }
  }
  return files;
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

function importersIn(files: ReadonlyMap<string, Known>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  const aliased = new Map<string, readonly string[]>();
  for (const { path, text } of files.values()) {
    for (const [, specifier = ""] of text.matchAll(SPECIFIER)) {
      const imported = specifier.startsWith(".")
        ? moduleFileCandidates(resolve(dirname(path), specifier))
        : (aliased.get(specifier) ?? filesNamed(specifier, files));
      if (!specifier.startsWith(".")) aliased.set(specifier, imported);
      for (const each of imported.filter((file) => files.has(file))) {
        importers.set(each, [...(importers.get(each) ?? []), path]);
      }
    }
  }
  return importers;
}

/** The files that `@/tools/read` may stand for, by their end, and those of `@team/core`, by the folder of the package. */
function filesNamed(specifier: string, files: ReadonlyMap<string, Known>): readonly string[] {
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

const TEST =
  /(?:^|[\\/])(?:tests?|__tests__|specs?|e2e|evals?|integration)[\\/]|\.(?:test|spec|e2e|e2e-spec|evals?)\.[cm]?[jt]sx?$|(?:^|[\\/])(?:test|spec)(?:[-_.][^\\/]*)?\.[cm]?[jt]sx?$/;

/** Returns whether a file of a workspace is a test, by its path from the workspace's folder. */
export function isTestFile(path: string, root: string): boolean {
  return TEST.test(relative(root, path));
}
