import fs from "node:fs";
import path from "node:path";
import { loadAnyEslint } from "../project/installed-packages.js";
import { type Project, type Source, isTypeScriptSource, readProject } from "../project/read-project.js";
import { nameOfFile } from "../text.js";
import { type LintRun, findLintRun } from "../project/find-lint-run.js";

/**
 * A configuration of ESLint, or the place of the one to be written, with the files that it serves: `cwd` is its folder,
 * and the nearest package there is the one that has to have the plugin.
 */
export interface Site extends Project {
  /** The file of the configuration, where there is one. */
  readonly eslintConfig: string | undefined;
  /** Whether a package with TypeScript has a `tsconfig.json`, or the folder itself. */
  readonly hasTsconfig: boolean;
  /** How the project lints the files. */
  readonly runs: readonly LintRun[];
}

/** A package, by its folder, with the files that are in none within it. */
interface Package {
  readonly folder: string;
  readonly sources: readonly Source[];
  readonly run: LintRun | undefined;
}

/**
 * Splits a project by the configuration that ESLint uses for its files: the nearest one above the file, or with
 * ESLint 9 above the folder in which the project calls ESLint.
 */
export async function findSites(project: Project): Promise<readonly Site[]> {
  const served = new Map<string | undefined, Package[]>();
  for (const each of listPackages(project)) {
    const config = await findConfig(each, project.cwd);
    served.set(config, [...(served.get(config) ?? []), each]);
  }
  return [...served].map(([config, packages]) => createSite(project, config, packages));
}

function listPackages({ cwd, sources }: Project): readonly Package[] {
  const byFolder = new Map<string, Source[]>();
  for (const source of sources) {
    const folder = findPackage(path.dirname(path.join(cwd, source.name)));
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), source]);
  }
  return [...byFolder].map(([folder, own]) => ({
    folder,
    sources: own,
    run: findLintRun(folder) ?? findLintRun(cwd),
  }));
}

/** The nearest folder with a `package.json`. */
function findPackage(folder: string): string {
  const parent = path.dirname(folder);
  return fs.existsSync(path.join(folder, "package.json")) || parent === folder ? folder : findPackage(parent);
}

/** The configuration that the installed ESLint finds for a package; one that is part of no package is left alone. */
async function findConfig({ folder, run }: Package, cwd: string): Promise<string | undefined> {
  const eslint = new (loadAnyEslint(cwd).ESLint)({ cwd: run?.folder ?? folder });
  const file = await eslint.findConfigFile(path.join(folder, "index.js"));
  return file !== undefined && fs.existsSync(path.join(findPackage(path.dirname(file)), "package.json"))
    ? file
    : undefined;
}

function createSite(project: Project, eslintConfig: string | undefined, packages: readonly Package[]): Site {
  const cwd = eslintConfig === undefined ? project.cwd : path.dirname(eslintConfig);
  const owner = cwd === project.cwd ? project : readProject(findPackage(cwd));
  const typed = packages.filter(({ sources }) => sources.some(isTypeScriptSource)).map(({ folder }) => folder);
  const runs = packages.flatMap(({ run }) => run ?? []);
  const inside = nameOfFile(project.cwd, cwd);
  const isAbove = inside !== "" && !inside.startsWith("..");
  return {
    ...owner,
    cwd,
    eslintConfig,
    // Of a package whose configuration stands above it, its own files alone.
    workspaces: isAbove ? [inside] : owner.workspaces,
    sources: packages
      .flatMap(({ sources }) => sources)
      .map(({ name, text }) => ({ name: nameOfFile(path.join(project.cwd, name), cwd), text })),
    hasTsconfig: [cwd, ...typed].some((folder) => fs.existsSync(path.join(folder, "tsconfig.json"))),
    runs:
      runs.length > 0
        ? runs.filter((run, at) => runs.findIndex(({ folder }) => folder === run.folder) === at)
        : [{ folder: isAbove ? project.cwd : cwd, args: ".", name: "npx eslint ." }],
  };
}
