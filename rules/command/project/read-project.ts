import { CommandError } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { parseDocument } from "yaml";
import { compareText, nameOfFile } from "../text.js";
import { listSources } from "./list-sources.js";

/** What a project is on disk. */
export interface Project {
  readonly cwd: string;
  /** The text of its `package.json`. */
  readonly manifest: string;
  /** Its dependencies, those for development too, with their ranges, and those of the packages around it. */
  readonly packages: Readonly<Record<string, string>>;
  /** Whether `.js` files are ES modules. */
  readonly isModule: boolean;
  /** Whether most of its sources are TypeScript. */
  readonly isTypeScript: boolean;
  /** Patterns of the folders of its packages, where it is a monorepo. */
  readonly workspaces: readonly string[];
  /** The name of a configuration of the old form in its folder. ESLint 9 and 10 do not read it. */
  readonly legacyConfig: string | undefined;
  readonly sources: readonly Source[];
}

/** A source file that git does not ignore, by its path from the project with slashes. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Reads what a project is.
 *
 * @throws CommandError where the folder has no `package.json`, or one that is no JSON.
 */
export function readProject(cwd: string): Project {
  const file = path.join(cwd, "package.json");
  if (!fs.existsSync(file)) throw new CommandError(`${cwd} has no package.json: --cwd names the folder of a package.`);
  const json = readObject(file);
  if (!json) throw new CommandError(`${file} is expected to be a JSON object, and is none.`);
  const sources = listSources(cwd)
    .map((each) => ({ name: nameOfFile(each, cwd), text: fs.readFileSync(each, "utf8") }))
    .sort((one, other) => compareText(one.name, other.name));
  return {
    cwd,
    manifest: fs.readFileSync(file, "utf8"),
    packages: readPackages(cwd),
    isModule: json.type === "module",
    isTypeScript: sources.filter(isTypeScriptSource).length * 2 > sources.length,
    workspaces: readWorkspaces(json, cwd),
    legacyConfig:
      fs.readdirSync(cwd).find((name) => /^\.eslintrc(?:\.|$)/.test(name)) ??
      (json.eslintConfig === undefined ? undefined : "package.json"),
    sources,
  };
}

/** The name of a project: that of its `package.json`, else that of its folder. */
export function readProjectName(cwd: string): string {
  const { name } = readObject(path.join(cwd, "package.json")) ?? {};
  return typeof name === "string" ? name : path.basename(cwd);
}

/** Whether a source is TypeScript. */
export const isTypeScriptSource = ({ name }: Source): boolean => /\.[cm]?tsx?$/.test(name);

/** The object in a file of JSON; undefined where there is none. */
export function readObject(file: string): Json | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    const json: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    return isObject(json) ? json : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The nearest `package.json` of a folder or one above it. */
export function readNearestPackage(folder: string): Json | undefined {
  const parent = path.dirname(folder);
  return readObject(path.join(folder, "package.json")) ?? (parent === folder ? undefined : readNearestPackage(parent));
}

/** The nearest folder with a `package.json`. */
export function findPackage(folder: string): string {
  const parent = path.dirname(folder);
  return fs.existsSync(path.join(folder, "package.json")) || parent === folder ? folder : findPackage(parent);
}

/** Where a dependency is listed, with its range: in the project or above it, else in a package of its workspace. */
export function findDependency(
  { cwd, packages, sources }: Project,
  name: string,
): { readonly folder: string; readonly range: string } | undefined {
  const own = packages[name];
  if (own !== undefined) return { folder: cwd, range: own };
  const folders = new Set(sources.map((source) => findPackage(path.dirname(path.join(cwd, source.name)))));
  for (const folder of folders) {
    const range = readPackages(folder)[name];
    if (range !== undefined) return { folder, range };
  }
  return undefined;
}

function readWorkspaces({ workspaces }: Json, cwd: string): readonly string[] {
  const file = path.join(cwd, "pnpm-workspace.yaml");
  const pnpm: unknown = fs.existsSync(file) ? parseDocument(fs.readFileSync(file, "utf8")).toJS() : undefined;
  const listed = [workspaces, pnpm].map((each) => (isObject(each) ? each.packages : each)).find(Array.isArray);
  return listed?.filter((each) => typeof each === "string") ?? [];
}

function readPackages(folder: string): Readonly<Record<string, string>> {
  const parent = path.dirname(folder);
  const { dependencies, devDependencies } = readObject(path.join(folder, "package.json")) ?? {};
  const own = [dependencies, devDependencies].flatMap((each) => (isObject(each) ? Object.entries(each) : []));
  const ranges = Object.fromEntries(own.map(([name, range]) => [name, String(range)]));
  return parent === folder ? ranges : { ...readPackages(parent), ...ranges };
}

/** Returns whether a value has members, such as what a configuration holds. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
