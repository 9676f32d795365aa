import { statSync } from "node:fs";
import { type LintContext, createLintContext } from "../contract/lint-context.js";
import type { ModuleReader } from "../modules/exported-node.js";
import { type OwnPackage, findPackage } from "../modules/package-name.js";
import { sourceParser } from "../modules/parse-source.js";
import { nameOfFile, type ParsedModule, parseModule } from "../modules/parsed-module.js";
import { resolveInPackage } from "../modules/resolve-module.js";
import { getOrCreate } from "../syntax/remember.js";
import { addFile } from "./file-flow.js";
import { type ProjectFlow, type SourceFile, createProjectFlow } from "./project-flow.js";

/** A project whose files are in the flow. */
export interface ReadProject {
  readonly flow: ProjectFlow;
  /** The files that were asked for; the flow has what they import, too. */
  readonly sources: readonly SourceFile[];
  /** Files that do not parse, by their paths from the project. */
  readonly unread: readonly string[];
}

/**
 * Reads the files of a project, without types.
 *
 * @param files absolute paths
 * @param settings `settings` of the project's configuration of ESLint
 */
export function readSources(
  cwd: string,
  files: readonly string[],
  settings: Readonly<Record<string, unknown>>,
): ReadProject {
  const packages = new Map(files.flatMap((file) => findPackage(file) ?? []).map((each) => [each.name, each]));
  const modules = new Map<string, ParsedModule | undefined>();
  const read = (file: string): SourceFile | undefined => {
    const reader: ModuleReader = { file, parser: sourceParser, modules };
    const module = getOrCreate(modules, file, () => parseModule(file, sourceParser));
    return module && createSource(module, reader, cwd, settings);
  };
  const readMore = (file: string) => (nameOfFile(file, cwd).startsWith("..") ? undefined : read(file));
  const flow = createProjectFlow(new Map([...packages].map(([name, { root }]) => [name, root])), readMore);
  const unread: string[] = [];
  for (const file of files) {
    const parsed = statSync(file, { throwIfNoEntry: false }) ? parseModule(file, sourceParser) : undefined;
    if (parsed) modules.set(file, parsed);
    else unread.push(nameOfFile(file, cwd));
  }
  const sources = files.flatMap((file) => read(file) ?? []);
  for (const source of sources) flow.files.set(source.file, source);
  // Grows while it is read, by what files import.
  for (const source of flow.files.values()) addFile(flow, source);
  for (const each of packages.values()) publish(each, flow);
  return { flow, sources, unread };
}

/** Whoever installs a package may call what it exports. */
function publish({ root, published }: OwnPackage, { points, files, escaped }: ProjectFlow): void {
  for (const subpath of published) {
    const found = resolveInPackage(root, subpath);
    const source = typeof found === "object" ? files.get(found.file) : undefined;
    if (source) points.add(escaped, source.module);
  }
}

function createSource(
  { file, sourceCode: getSource }: ParsedModule,
  reader: ModuleReader,
  cwd: string,
  settings: Readonly<Record<string, unknown>>,
): SourceFile {
  // No host: ESLint's own class is loaded.
  const sourceCode = getSource({} as LintContext["sourceCode"]);
  const errorContract = { ...(settings.errorContract as Readonly<Record<string, unknown>> | undefined), types: "off" };
  const context = {
    sourceCode,
    filename: file,
    cwd,
    options: [],
    settings: { ...settings, errorContract },
    languageOptions: { parser: sourceParser },
  } as unknown as LintContext["context"];
  const lint = { ...createLintContext(context), reader };
  const name = nameOfFile(file, cwd);
  return { name, file, lint, module: { kind: "module", label: name } };
}
