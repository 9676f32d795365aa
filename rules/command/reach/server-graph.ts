import { CommandError, type Terminal } from "error-contract/cli";
import type { ESLint } from "eslint";
import fs from "node:fs";
import path from "node:path";
import plugin from "../../index.js";
import { type CallGraph, linkCalls } from "../../reach/call-graph.js";
import { type ReadProject, readSources } from "../../reach/read-sources.js";
import { type Served, findServed } from "../../reach/served.js";
import { listServerCode } from "../init/source-globs.js";
import { createEslint, loadAnyEslint } from "../project/installed-packages.js";
import { isObject, readProject } from "../project/read-project.js";
import { countOf } from "../text.js";

/** The files of a server as one: what they serve, and what calls what. */
export interface ServerGraph {
  readonly project: ReadProject;
  readonly served: readonly Served[];
  readonly graph: CallGraph;
}

/**
 * Reads the code of the server, as `recommended` sees it: no tests, examples and scripts, unless it imports them.
 *
 * @throws CommandError where the folder is no package, unless that is optional.
 */
export async function readServerGraph(
  cwd: string,
  terminal: Terminal,
  { isOptional = false } = {},
): Promise<ServerGraph> {
  // Whoever lints a folder that is no package has no server there.
  const isPackage = fs.existsSync(path.join(cwd, "package.json"));
  const sources = isPackage || !isOptional ? await listServerCode(readProject(cwd).sources, cwd) : [];
  const files = sources.map(({ name }) => path.join(cwd, name));
  terminal.showProgress("Reading", countOf(files.length, "file"));
  const project = readSources(cwd, files, await readSettings(cwd, files));
  const served = project.sources.flatMap((source) => findServed(project.flow, source));
  return { project, served, graph: linkCalls(project.flow) };
}

/** The settings of the first file for which the project's configuration has some; else those of `recommended`. */
async function readSettings(cwd: string, files: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { settings: usual = {} } = plugin.configs.recommended[0] as {
    readonly settings?: Readonly<Record<string, unknown>>;
  };
  const eslint = createEslint(loadAnyEslint(cwd), { cwd });
  for (const file of files) {
    if ((await eslint.findConfigFile(file)) === undefined) continue;
    const config = await loadConfig(eslint, file);
    if (isObject(config) && isObject(config.settings) && config.settings.errorContract) return config.settings;
  }
  return usual;
}

/**
 * Loads the configuration of a file.
 *
 * @throws CommandError where a package of it is missing, or it stops.
 */
async function loadConfig(eslint: ESLint, file: string): Promise<unknown> {
  try {
    const config: unknown = await eslint.calculateConfigForFile(file);
    return config;
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new CommandError(`The configuration of ESLint for ${file} cannot be loaded: ${message}`, { cause: error });
  }
}
