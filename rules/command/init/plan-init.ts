import type { ESLint, Linter } from "eslint";
import fs from "node:fs";
import path from "node:path";
import { presets } from "../../configs.js";
import { PAGES } from "../../create-rule.js";
import plugin from "../../index.js";
import type { PresetName } from "../../plugin-types.js";
import { CommandError } from "../command.js";
import type { FileChange } from "../project/changed-files.js";
import { formatFiles } from "../project/format-files.js";
import { loadAnyEslint } from "../project/installed-packages.js";
import { type Project, isTypeScriptSource } from "../project/read-project.js";
import { countOf, nameOfFile } from "../text.js";
import { hasServer } from "./choose-preset.js";
import { planConfig } from "./edit-config.js";
import { planManifest } from "./edit-manifest.js";
import { type LeftOutFile, findLeftOut } from "./find-left-out.js";
import { type Site, findSites } from "./find-sites.js";
import { proposeBoundary } from "./propose-boundary.js";
import { type SourceGlobs, findSourceGlobs } from "./source-globs.js";

/** What is to be done for one configuration of ESLint. */
interface PlannedSite {
  readonly site: Site;
  /** The file of the configuration, relative to the project. */
  readonly config: string;
  /** The patterns of the files that the preset is for; none where the configuration has the plugin already. */
  readonly files: readonly string[];
  /** Whether the rules have the types of TypeScript. */
  readonly isTyped: boolean;
  /** Whether the configuration imports the parser for TypeScript. */
  readonly needsParser: boolean;
  readonly changes: readonly FileChange[];
  readonly byHand: readonly string[];
  readonly notes: readonly string[];
  /** What the manifest lacks and gets no version of. */
  readonly unknown: readonly string[];
  readonly leftOut: readonly LeftOutFile[];
}

/** The changes to be written, and those that have to be made by hand. */
export interface InitPlan {
  readonly sites: readonly PlannedSite[];
  readonly changes: readonly FileChange[];
  readonly byHand: readonly string[];
  readonly notes: readonly string[];
}

/** Works out all changes without writing one. */
export async function planInit(project: Project, preset: PresetName): Promise<InitPlan> {
  const sites: PlannedSite[] = [];
  for (const site of await findSites(project)) {
    const globs = findSourceGlobs(site);
    if (globs.files.length > 0) sites.push(await planSite(site, globs, preset, project.cwd));
  }
  if (sites.length === 0) throw new CommandError(`${project.cwd} has no JavaScript or TypeScript to lint.`);
  const notes = [
    ...sites.flatMap((site) => site.notes),
    describeUnknown(sites, project.cwd),
    describeLeftOut(sites.flatMap(({ leftOut }) => leftOut)),
    proposeBoundary(project.sources, preset),
    project.legacyConfig !== undefined &&
      `${project.legacyConfig} is a configuration of the old form, which ESLint 9 and 10 do not read: it was left ` +
        "alone. `npx @eslint/migrate-config` converts the rules in it.",
    !needsRuntime(preset) || hasServer(project)
      ? undefined
      : "No MCP server is in the project. The preset `node` finds lost failures in any Node project, without a " +
        "contract and without a package at run time: `--preset node`; " +
        `${PAGES}/docs/guides/node.md shows what it finds.`,
    needsRuntime(preset) &&
      project.workspaces.length > 0 &&
      "Add `error-contract` to the dependencies of each package that throws.",
    Object.hasOwn(project.packages, "oxlint") &&
      `oxlint can run the rules too: ${PAGES}/docs/guides/oxlint.md says how. The commands of this plugin use ESLint.`,
  ];
  const changes = sites.flatMap((site) => site.changes);
  return {
    sites,
    // Two configurations may belong to one package.
    changes: await formatFiles(
      changes.filter(({ file }, at) => changes.findIndex((each) => each.file === file) === at),
      project.cwd,
    ),
    byHand: sites.flatMap((site) => site.byHand),
    notes: notes.filter((note) => typeof note === "string"),
  };
}

/** Returns whether code that follows a preset imports the runtime: where there is a contract. */
const needsRuntime = (preset: PresetName) => presets[preset].contract !== null;

async function planSite(site: Site, globs: SourceGlobs, preset: PresetName, root: string): Promise<PlannedSite> {
  const setup = await readTypeScriptSetup(site, globs);
  const needsParser = globs.typescript.length > 0 && !setup.hasParser;
  const isTyped = needsParser ? site.hasTsconfig : setup.isTyped;
  const planned = planConfig(site, { preset, globs, needsParser, isTyped });
  const isPresent = !planned.change && planned.byHand === undefined;
  // In a monorepo the runtime belongs to the packages that throw.
  const isThrowing = site.cwd === root || site.sources.some(({ text }) => /\bthrow\b/.test(text));
  const manifest = planManifest(site, {
    needsParser,
    needsRuntime: needsRuntime(preset) && site.workspaces.length === 0 && isThrowing,
  });
  const config = nameOfFile(planned.change?.file ?? site.eslintConfig ?? "", root);
  const eslint = createPlannedEslint(site, globs, isPresent ? undefined : preset);
  const notes = [
    isPresent && `${config} has the plugin already.`,
    !isPresent && describeTypes(config, globs, isTyped, needsParser),
  ];
  return {
    site,
    config,
    files: isPresent ? [] : globs.files,
    isTyped,
    needsParser,
    changes: [planned.change, manifest.change].filter((change) => change !== undefined),
    byHand: [planned.byHand, manifest.byHand].filter((text) => text !== undefined),
    notes: notes.filter((note) => typeof note === "string"),
    unknown: manifest.unknown,
    leftOut: await findLeftOut(site, eslint, root),
  };
}

/** Names the packages that are to be installed by hand; `undefined` where there are none. */
function describeUnknown(sites: readonly PlannedSite[], root: string): string | undefined {
  const lines = sites
    .filter(({ unknown }) => unknown.length > 0)
    .map(({ site, unknown }) => `  ${nameOfFile(site.manifest.file, root)}: ${unknown.join(", ")}`);
  if (lines.length === 0) return undefined;
  const how = `${PAGES}/README.md#install says how`;
  return `To be added by hand, because no version is guessed; ${how}:\n${lines.join("\n")}`;
}

function describeTypes(config: string, globs: SourceGlobs, isTyped: boolean, needsParser: boolean): string {
  const block = `${config}: the rules are on for ${globs.files.join(", ")}, `;
  if (isTyped) return `${block}with types.`;
  if (globs.typescript.length === 0) return `${block}which are JavaScript, without types.`;
  const why = needsParser ? "there is no tsconfig.json" : "the configuration gives TypeScript none (`projectService`)";
  return `${block}without types: ${why}. ${PAGES}/docs/types.md says what types add.`;
}

const MOST_FOLDERS = 5;

/** Says by folder which files of a server are not linted; `undefined` where all are. */
function describeLeftOut(files: readonly LeftOutFile[]): string | undefined {
  if (files.length === 0) return undefined;
  const folders = [...new Set(files.map(({ name }) => path.posix.dirname(name)))];
  const lines = folders.slice(0, MOST_FOLDERS).map((folder) => {
    const [first, ...others] = files.filter(({ name }) => path.posix.dirname(name) === folder);
    const more = others.length > 0 ? `, and ${countOf(others.length, "more file")} there` : "";
    return `  ${first?.name} ${first?.why}${more}`;
  });
  if (folders.length > MOST_FOLDERS)
    lines.push(`  and files in ${countOf(folders.length - MOST_FOLDERS, "more folder")}`);
  return (
    `Not linted, because the preset or the configuration leaves these out:\n${lines.join("\n")}\n` +
    `If they are the server's, ${PAGES}/docs/guides/linted-files.md#what-is-left-out says how they are linted.`
  );
}

/** The configuration of a site as it will be with the preset in it, or without one as it is. */
function createPlannedEslint({ cwd, eslintConfig }: Site, { files }: SourceGlobs, preset?: PresetName): ESLint {
  const blocks = (preset === undefined ? [] : plugin.configs[preset]) as Linter.Config[];
  const [rules, ...others] = blocks;
  return new (loadAnyEslint(cwd).ESLint)({
    cwd,
    ...(eslintConfig === undefined ? { overrideConfigFile: true } : {}),
    overrideConfig: rules ? [{ ...rules, files: [...files] }, ...others] : [],
  });
}

/** What ESLint computes for a file, as far as it is read. */
interface FileConfig {
  readonly languageOptions?: {
    readonly parser?: { readonly meta?: { readonly name?: string } };
    readonly parserOptions?: { readonly project?: unknown; readonly projectService?: unknown };
  };
}

/** How TypeScript is read so far: as ESLint says where it is installed, else as the text of the configuration does. */
async function readTypeScriptSetup({ cwd, eslintConfig, sources }: Site, globs: SourceGlobs) {
  const source = sources.find((each) => isTypeScriptSource(each) && !/\.d\.[cm]?ts$/.test(each.name));
  if (eslintConfig === undefined || globs.typescript.length === 0 || !source)
    return { hasParser: false, isTyped: false };
  try {
    const eslint = new (loadAnyEslint(cwd).ESLint)({ cwd });
    const config = (await eslint.calculateConfigForFile(path.join(cwd, source.name))) as FileConfig | undefined;
    const { parser, parserOptions = {} } = config?.languageOptions ?? {};
    return {
      hasParser: parser?.meta?.name?.startsWith("typescript-eslint/") === true,
      isTyped: Boolean(parserOptions.project ?? parserOptions.projectService),
    };
  } catch {
    // Its packages are not installed yet.
    const text = fs.readFileSync(eslintConfig, "utf8");
    return { hasParser: /typescript/i.test(text), isTyped: /\bproject(?:Service)?\s*:|TypeChecked/.test(text) };
  }
}
