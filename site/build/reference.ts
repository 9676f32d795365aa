// The reference of every export, made by TypeDoc from the docstrings of `src/`: a page for each module of the package.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Application, Converter, LogLevel, ReflectionKind, type Context, type ProjectReflection } from "typedoc";
import { readFile, REPOSITORY, root } from "./repository.js";
import type { Page } from "./pages.js";

const SOURCE = path.join(root, "src");
/** The module that the package is named for. */
const MAIN = "error-contract";

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly import?: { readonly types: string } }>>;
}

/** The source files of the modules, by their names without that of the package. */
export function listModules(): ReadonlyMap<string, string> {
  const { exports } = JSON.parse(readFile("src/package.json")) as Manifest;
  return new Map(
    Object.entries(exports).flatMap(([entry, { import: conditions }]) => {
      // The commands of both packages share `./cli`, which promises nothing to others.
      if (!conditions || entry === "./cli") return [];
      const file = conditions.types.replace("/dist/", "/").replace(/\.d\.ts$/, ".ts");
      return [[entry === "." ? MAIN : entry.slice(2), path.join(SOURCE, file)] as const];
    }),
  );
}

/** Returns the pages, and what TypeDoc has to say of the docstrings, such as a link that leads nowhere. */
export async function createReference(): Promise<{ pages: readonly Page[]; warnings: readonly string[] }> {
  const modules = listModules();
  const output = fs.mkdtempSync(path.join(os.tmpdir(), "reference-"));
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [...modules.values()],
    tsconfig: path.join(SOURCE, "tsconfig.json"),
    plugin: ["typedoc-plugin-markdown"],
    outputs: [{ name: "markdown", path: output }],
    router: "module",
    readme: "none",
    basePath: root,
    sourceLinkTemplate: `${REPOSITORY}{path}#L{line}`,
    gitRevision: "main",
    excludeExternals: true,
    validation: { notExported: false, invalidLink: true },
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    expandObjects: false,
    parametersFormat: "table",
    interfacePropertiesFormat: "table",
    classPropertiesFormat: "table",
    typeDeclarationFormat: "table",
    propertyMembersFormat: "table",
    tableColumnSettings: { hideSources: true, hideInherited: true, hideOverrides: true, hideModifiers: true },
  } as Parameters<typeof Application.bootstrapWithPlugins>[0]);
  const warnings: string[] = [];
  app.logger.log = (message, level) => {
    if (level >= LogLevel.Warn) warnings.push(message);
  };
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    nameModules(project, modules);
    foldContracts(project);
  });
  try {
    const project = await app.convert();
    if (!project) throw new Error(`TypeDoc: ${warnings.join("\n")}`);
    app.validate(project);
    await app.generateOutputs(project);
    return { pages: [createIndex(modules), ...readPages(modules, output)], warnings };
  } finally {
    fs.rmSync(output, { recursive: true, force: true });
  }
}

/** Names the modules as they are imported, and not as their files. */
function nameModules({ children = [] }: ProjectReflection, modules: ReadonlyMap<string, string>): void {
  for (const [name, file] of modules) {
    const found = children.find(({ sources }) => sources?.some(({ fullFileName }) => fullFileName === file));
    if (found) found.name = name;
  }
}

/** The data of a contract stands on the page of the contract; as a type it would take pages. */
function foldContracts(project: ProjectReflection): void {
  for (const reflection of project.getReflectionsByKind(ReflectionKind.Interface)) {
    if (!reflection.isDeclaration() || !reflection.sources?.[0]?.fullFileName.endsWith("/contract.ts")) continue;
    for (const member of [...(reflection.children ?? [])]) project.removeReflection(member);
  }
}

const toTitle = (name: string): string => (name === MAIN ? MAIN : `${MAIN}/${name}`);

function createIndex(modules: ReadonlyMap<string, string>): Page {
  const items = [...modules.keys()].map((name) => `- [\`${toTitle(name)}\`](${name}.md)`);
  const lead = "Every export of each module, with its types, as its docstring describes it.";
  const text = `${["# Reference", lead, items.join("\n")].join("\n\n")}\n`;
  return { path: "reference/index.md", source: "src/package.json", text };
}

function readPages(modules: ReadonlyMap<string, string>, output: string): readonly Page[] {
  return Array.from(modules, ([name, file]) => {
    const text = fs.readFileSync(path.join(output, `${name}.md`), "utf8");
    const lead = `# ${toTitle(name)}\n\nEvery export of \`${toTitle(name)}\`, with its types.\n`;
    return {
      path: `reference/${name}.md`,
      source: path.posix.join("src", path.relative(SOURCE, file).replaceAll(path.sep, "/")),
      text: text.replace(/^# .*\n/, lead),
    };
  });
}
