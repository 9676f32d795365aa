import { CommandError } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { createEslint, loadAnyEslint } from "../project/installed-packages.js";
import { type Project, type Source, findPackage, isTypeScriptSource } from "../project/read-project.js";
import { nameOfFile } from "../text.js";

/** The configuration of ESLint for a project, or the folder of the one to be written, with the files that it serves. */
export interface Setup {
  /** The folder of the configuration. */
  readonly cwd: string;
  /** The file of the configuration, where there is one. */
  readonly file: string | undefined;
  /** By their paths from the folder. */
  readonly sources: readonly Source[];
  /** Patterns of the packages below the folder. */
  readonly workspaces: readonly string[];
  /** Whether the folder has a `tsconfig.json`, or a package with TypeScript. */
  readonly hasTsconfig: boolean;
  /** The packages with configurations of their own, by their paths from the project. */
  readonly others: readonly string[];
}

/**
 * Finds the configuration that ESLint uses for a project: the nearest one above a file.
 *
 * @throws CommandError where the project has no files, or each package has a configuration of its own.
 */
export async function findSetup(project: Project): Promise<Setup> {
  const { cwd } = project;
  const folderOf = ({ name }: Source) => findPackage(path.dirname(path.join(cwd, name)));
  const file = await findConfig(cwd, cwd);
  const others = new Set<string>();
  for (const folder of new Set(project.sources.map(folderOf)))
    if ((await findConfig(folder, cwd)) !== file) others.add(folder);
  const served = project.sources.filter((source) => !others.has(folderOf(source)));
  const names = [...others].map((folder) => nameOfFile(folder, cwd)).sort();
  if (served.length === 0) throw new CommandError(describeNothing(cwd, names));

  const folder = file === undefined ? cwd : path.dirname(file);
  const inside = nameOfFile(cwd, folder);
  const isAbove = inside !== "" && !inside.startsWith("..");
  const typed = served.filter(isTypeScriptSource).map(folderOf);
  return {
    cwd: folder,
    file,
    sources: served.map(({ name, text }) => ({ name: nameOfFile(path.join(cwd, name), folder), text })),
    workspaces: isAbove ? [inside] : project.workspaces,
    hasTsconfig: [folder, ...new Set(typed)].some((each) => fs.existsSync(path.join(each, "tsconfig.json"))),
    others: names,
  };
}

function describeNothing(cwd: string, others: readonly string[]): string {
  if (others.length === 0) return `${cwd} has no JavaScript or TypeScript to lint.`;
  return `Each package has a configuration of its own. Name one of them with --cwd: ${others.join(", ")}.`;
}

/** The configuration that the installed ESLint finds for a package; one that is part of no package is left alone. */
async function findConfig(folder: string, cwd: string): Promise<string | undefined> {
  const eslint = createEslint(loadAnyEslint(cwd), { cwd: folder });
  const file = await eslint.findConfigFile(path.join(folder, "index.js"));
  const owner = file === undefined ? undefined : findPackage(path.dirname(file));
  return owner !== undefined && fs.existsSync(path.join(owner, "package.json")) ? file : undefined;
}
