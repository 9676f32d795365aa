import { type TsConfigResult, createPathsMatcher, getTsconfig } from "get-tsconfig";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { resolveExports, resolveImports } from "resolve-pkg-maps";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { dependsOn, findInFolders, isInstalled } from "./package-name.js";
import { findModuleFile } from "./parsed-module.js";

/** What a specifier means: a file of the project, something of the project that is not found, or another package. */
export type ResolvedModule = { readonly file: string } | "unknown" | "package";

const CONDITIONS = ["types", "import", "require", "node", "default"];

/**
 * Resolves a specifier of a module: a path, an alias of the nearest tsconfig.json or of `imports` in the nearest
 * package.json, or a package of the same workspace. Built files lead to their sources.
 */
export function resolveModule(specifier: string, from: string): ResolvedModule {
  const folder = path.dirname(from);
  if (path.isAbsolute(specifier) || specifier.startsWith(".")) return findFile([path.resolve(folder, specifier)]);
  if (specifier.startsWith("node:")) return "package";
  return getOrCreate(resolved, `${folder} ${specifier}`, () => resolveName(specifier, folder));
}

const resolved = new Map<string, ResolvedModule>();

function resolveName(specifier: string, folder: string): ResolvedModule {
  const aliased = findAliased(specifier, folder);
  if (aliased) return aliased;
  return specifier.startsWith("#") ? findImported(specifier, folder) : findInWorkspace(specifier, folder);
}

function findFile(paths: readonly string[]): ResolvedModule {
  for (const each of paths) {
    const found = findModuleFile(each);
    if (found) return { file: found.file };
  }
  return "unknown";
}

const configs = new Map<string, TsConfigResult | null>();

/** The nearest tsconfig.json, read once; `null` where there is none, or none that can be read. */
function readConfig(folder: string): TsConfigResult | null {
  return getOrCreate(configs, folder, () => {
    try {
      return getTsconfig(folder);
    } catch {
      // It extends a file that is not installed.
      return null;
    }
  });
}

const matchPaths = rememberFor((config: TsConfigResult) => createPathsMatcher(config));

function findAliased(specifier: string, folder: string): ResolvedModule | undefined {
  const config = readConfig(folder);
  const paths = config ? (matchPaths(config)?.(specifier) ?? []) : [];
  const found = findFile(paths);
  // `*` and `baseUrl` match every package, too.
  return found === "unknown" ? undefined : found;
}

/** `#errors` of `"imports": { "#errors": "./src/errors.js" }` */
function findImported(specifier: string, folder: string): ResolvedModule {
  const root = findUpwards(folder, "package.json");
  const imports = root === undefined ? undefined : readJson(path.join(root, "package.json")).imports;
  if (root === undefined || !imports) return "unknown";
  return findFile(
    listSources(
      tryResolve(() => resolveImports(imports as never, specifier, CONDITIONS)),
      root,
    ),
  );
}

/** Splits the specifier of a package into its name and a path in it. */
export function splitSpecifier(specifier: string): { readonly name: string; readonly subpath: string } {
  const [, name = "", subpath = ""] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(specifier) ?? [];
  return { name, subpath };
}

/** `@scope/errors`, which a link in `node_modules` leads to. */
function findInWorkspace(specifier: string, folder: string): ResolvedModule {
  const { name, subpath } = splitSpecifier(specifier);
  const holder = findUpwards(folder, path.join("node_modules", name));
  // What is neither installed nor depended on is an alias of a bundler, or of another tsconfig.
  if (holder === undefined)
    return isBuiltin(specifier) || dependsOn(path.join(folder, "x"), new Set([name])) ? "package" : "unknown";
  const root = realpathSync(path.join(holder, "node_modules", name));
  return isInstalled(path.join(root, "package.json")) ? "package" : resolveInPackage(root, subpath);
}

/**
 * Resolves what a package of the workspace exports under a path, by its folder.
 *
 * @param subpath the path behind the package's name, without a slash before it
 */
export function resolveInPackage(root: string, subpath: string): ResolvedModule {
  const { exports, main = "index" } = readJson(path.join(root, "package.json"));
  const targets = exports
    ? tryResolve(() => resolveExports(exports as never, subpath, CONDITIONS))
    : [subpath || (typeof main === "string" ? main : "index")];
  return findFile(listSources(targets, root));
}

function tryResolve(resolve: () => readonly string[]): readonly string[] {
  try {
    return resolve();
  } catch {
    // Nothing of that name is exported, or the map is wrong.
    return [];
  }
}

/** The files that a path of a package means: its source first, where the compiler writes that path. */
function listSources(targets: readonly string[], root: string): readonly string[] {
  const config = readConfig(root);
  const { outDir, rootDir } = config?.config.compilerOptions ?? {};
  const base = config ? path.dirname(config.path) : root;
  return targets.flatMap((target) => {
    const file = path.resolve(root, target);
    const built = outDir === undefined ? ".." : path.relative(path.resolve(base, outDir), file);
    if (built.startsWith("..")) return [file];
    const sources = rootDir === undefined ? [base, path.join(base, "src")] : [path.resolve(base, rootDir)];
    const module = built.replace(/\.d\.([cm]?)ts$/, ".$1js");
    return [...sources.map((source) => path.join(source, module)), file];
  });
}

function findUpwards(folder: string, name: string): string | undefined {
  return findInFolders(folder, (each) => (existsSync(path.join(each, name)) ? each : undefined));
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(readFileSync(file, "utf8"))) as Readonly<Record<string, unknown>>;
  } catch {
    // It is missing, or being edited.
    return {};
  }
}
