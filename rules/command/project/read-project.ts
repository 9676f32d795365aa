import fs from "node:fs";
import path from "node:path";
import { findWorkspace } from "../../modules/workspace-files.js";
import { CommandError } from "../command-error.js";
import { compareText } from "../compare-text.js";

/** What a project is on disk. */
export interface Project {
  readonly cwd: string;
  readonly manifest: Manifest;
  /** Whether `.js` files are ES modules. */
  readonly isModule: boolean;
  /** Whether most of its sources are TypeScript. */
  readonly isTypeScript: boolean;
  readonly hasTsconfig: boolean;
  /** Patterns of the folders of its packages, where it is a monorepo. */
  readonly workspaces: readonly string[];
  readonly packageManager: PackageManager;
  readonly eslintConfig: { readonly kind: "flat" | "legacy"; readonly file: string } | undefined;
  readonly sources: readonly Source[];
}

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** A source file that git does not ignore, by its path from the project with slashes. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** The parts of a `package.json` that are read. */
export interface Manifest {
  readonly file: string;
  readonly text: string;
  readonly name: string | undefined;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const FLAT = ["js", "mjs", "cjs", "ts", "mts", "cts"].map((extension) => `eslint.config.${extension}`);
const LEGACY = ["", ".js", ".cjs", ".json", ".yaml", ".yml"].map((extension) => `.eslintrc${extension}`);
const LOCKFILES: readonly (readonly [file: string, manager: PackageManager])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/**
 * Reads what a project is.
 *
 * @throws CommandError where the folder has no `package.json`, or one that is no JSON.
 */
export function readProject(cwd: string): Project {
  const file = path.join(cwd, "package.json");
  if (!fs.existsSync(file)) throw new CommandError(`${cwd} has no package.json: --cwd names the folder of a package.`);
  const text = fs.readFileSync(file, "utf8");
  const json = parseJson(text, file);
  const manifest: Manifest = {
    file,
    text,
    name: typeof json.name === "string" ? json.name : undefined,
    dependencies: readStrings(json.dependencies),
    devDependencies: readStrings(json.devDependencies),
  };
  const sources = readSources(cwd);
  const hasTsconfig = fs.existsSync(path.join(cwd, "tsconfig.json"));
  return {
    cwd,
    manifest,
    isModule: json.type === "module",
    isTypeScript: sources.filter(isTypeScriptSource).length * 2 > sources.filter(isCode).length,
    hasTsconfig,
    workspaces: readWorkspaces(json, cwd),
    packageManager: findPackageManager(cwd, json.packageManager),
    eslintConfig: findEslintConfig(cwd, json),
    sources,
  };
}

const isCode = ({ name }: Source) => /\.[cm]?[jt]sx?$/.test(name);

/** Whether a source is TypeScript. */
export const isTypeScriptSource = ({ name }: Source): boolean => /\.[cm]?tsx?$/.test(name);

type Json = Readonly<Record<string, unknown>>;

function parseJson(text: string, file: string): Json {
  try {
    const json: unknown = JSON.parse(text);
    if (isObject(json)) return json;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandError(`${file} is expected to be a JSON object, and is none.`);
}

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readStrings(value: unknown): Readonly<Record<string, string>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

function readWorkspaces({ workspaces }: Json, cwd: string): readonly string[] {
  const listed = isObject(workspaces) ? workspaces.packages : workspaces;
  if (Array.isArray(listed)) return listed.filter((each) => typeof each === "string");
  const file = path.join(cwd, "pnpm-workspace.yaml");
  if (!fs.existsSync(file)) return [];
  const [, list = ""] = /^packages:\s*\n((?:\s*(?:-.*|#.*)?\n?)*)/m.exec(fs.readFileSync(file, "utf8")) ?? [];
  return [...list.matchAll(/^\s*-\s*["']?([^"'\n#]+?)["']?\s*(?:#.*)?$/gm)].flatMap(([, each]) => each ?? []);
}

/** The lockfile says it, that of a workspace's root too; without, the field of the manifest. */
function findPackageManager(cwd: string, declared: unknown): PackageManager {
  for (let folder = cwd, previous = ""; folder !== previous; previous = folder, folder = path.dirname(folder)) {
    const [, manager] = LOCKFILES.find(([file]) => fs.existsSync(path.join(folder, file))) ?? [];
    if (manager) return manager;
    if (fs.existsSync(path.join(folder, ".git"))) break;
  }
  const name = typeof declared === "string" ? declared.split("@")[0] : undefined;
  return name === "pnpm" || name === "yarn" || name === "bun" ? name : "npm";
}

function findEslintConfig(cwd: string, { eslintConfig }: Json): Project["eslintConfig"] {
  const findFile = (names: readonly string[]) => names.find((name) => fs.existsSync(path.join(cwd, name)));
  const flat = findFile(FLAT);
  if (flat !== undefined) return { kind: "flat", file: path.join(cwd, flat) };
  const legacy = findFile(LEGACY) ?? (eslintConfig === undefined ? undefined : "package.json");
  return legacy === undefined ? undefined : { kind: "legacy", file: path.join(cwd, legacy) };
}

function readSources(cwd: string): readonly Source[] {
  const files = [...(findWorkspace(path.join(cwd, "package.json"))?.files.values() ?? [])];
  return files
    .map(({ path: file, text }) => ({ name: path.relative(cwd, file).replaceAll(path.sep, "/"), text }))
    .filter(({ name }) => !name.startsWith("../"))
    .sort((one, other) => compareText(one.name, other.name));
}
