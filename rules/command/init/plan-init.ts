import { CommandError } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { presets } from "../../configs.js";
import { PAGES } from "../../create-rule.js";
import plugin from "../../index.js";
import type { PresetName } from "../../plugin-types.js";
import { formatFiles } from "../project/format-files.js";
import { createEslint, installedVersion, loadAnyEslint } from "../project/installed-packages.js";
import { type Project, findDependency, isTypeScriptSource } from "../project/read-project.js";
import { nameOfFile } from "../text.js";
import { type PlannedFile, planConfig } from "./edit-config.js";
import { describeLeftOut } from "./find-left-out.js";
import { type Setup, findSetup } from "./find-setup.js";
import { describeLeftDirectives, readLeftDirectives } from "./left-directives.js";
import { findTypedFiles } from "./typed-files.js";
import { planOverride } from "./pnpm-override.js";
import { type PresentPreset, findPresentPreset } from "./present-preset.js";
import { type PresetChoice, proposeBoundary } from "./read-server.js";
import { type SourceGlobs, createPlannedEslint, findSourceGlobs, listServerCode } from "./source-globs.js";

/** What is to be written, and what is left to those who run it. */
export type InitPlan = Awaited<ReturnType<typeof planInit>>;

/**
 * Works out the changes without writing one.
 *
 * @throws CommandError where the configuration that there is cannot be loaded.
 */
export async function planInit(project: Project, { preset, isNamed }: PresetChoice) {
  const { cwd, isModule, packages } = project;
  const setup = await findSetup(project);
  const present = await findPresentPreset(setup);
  refuseBroken(setup, present, cwd);
  const globs = await findSourceGlobs(setup);
  const typescript = await readTypeScriptSetup(setup, globs);
  const needsParser = globs.typescript.length > 0 && !typescript.hasParser;
  const isOurs = needsParser && !typescript.isTyped && setup.hasTsconfig;
  const { isTyped, outside } = isOurs
    ? findTypedFiles(setup.cwd, globs.matched)
    : { isTyped: typescript.isTyped, outside: [] };
  const plan = { preset, globs, isModule, needsParser, isTyped, outside };
  const { isPresent } = present;
  const { change, byHand } = isPresent ? describePresent(setup, present, preset, isNamed) : planConfig(setup, plan);
  const config = nameOfFile(change?.file ?? setup.file ?? "", cwd);
  const parser = needsParser ? ["typescript-eslint", "typescript"] : [];
  const { file } = setup;
  const planned = createPlannedEslint(setup.cwd, isPresent ? { file } : { file, preset, files: globs.files });
  const notes = [
    isPresent ? `${config} has the plugin already.` : describeTypes(config, globs, isTyped, needsParser),
    ...describePackages(project, preset),
    setup.others.length > 0 &&
      "These packages have configurations of their own; run `init` for each, with --cwd: " + setup.others.join(", "),
    await describeLeftOut(setup, planned),
    setup.file === undefined && describeLeftDirectives(readLeftDirectives(setup.sources)),
    proposeBoundary(await listServerCode(project.sources, cwd), preset),
    project.legacyConfig !== undefined &&
      `${project.legacyConfig} is a configuration of the old form, which ESLint 9 and 10 do not read: it was left ` +
        "alone. `npx @eslint/migrate-config` converts the rules in it.",
    Object.hasOwn(packages, "oxlint") &&
      `oxlint can run the rules too: ${PAGES}/docs/guides/oxlint.md says how. The commands of this plugin use ESLint.`,
  ];
  return {
    setup,
    /** The file of the configuration, relative to the project. */
    config,
    /** The patterns of the files that the preset is for; none where the configuration has the plugin already. */
    files: isPresent ? [] : globs.files,
    isTyped,
    change: change && (await formatFiles([change], cwd))[0],
    /** The override without which pnpm does not install the plugin. */
    override: await planOverride(project),
    byHand,
    notes: notes.filter((note) => typeof note === "string"),
    /** The packages that the configuration needs. */
    needed: ["eslint", ...parser],
    /** Those that no `package.json` lists, as package managers take them: in the version that is there. */
    lacking: ["eslint", ...parser]
      .filter((name) => !Object.hasOwn(packages, name))
      .map((name) => [name, installedVersion(cwd, name)].filter(Boolean).join("@^")),
  };
}

function refuseBroken({ file = "" }: Setup, { problem }: PresentPreset, cwd: string): void {
  if (problem === undefined) return;
  throw new CommandError(`${nameOfFile(file, cwd)} cannot be loaded, and nothing was written: ${problem}`);
}

/** Says what is to be done by hand where a configuration has another preset than the one that was asked for. */
function describePresent(
  { file = "" }: Setup,
  { presets: found }: PresentPreset,
  preset: PresetName,
  isNamed: boolean | undefined,
): PlannedFile {
  const [first] = found;
  if (!isNamed || first === undefined || found.includes(preset)) return {};
  return { byHand: `${file} has the preset \`${first}\` already, and is not edited: put \`${preset}\` in its place.` };
}

/** Returns whether code that follows a preset imports the runtime: where there is a contract. */
const needsRuntime = (preset: PresetName) => presets[preset].contract !== null;

/** Names our own packages where no `package.json` lists them: which version can be installed is not known here. */
function describePackages(project: Project, preset: PresetName): readonly string[] {
  const ours = [...(needsRuntime(preset) ? ["error-contract"] : []), plugin.meta.name];
  const lacking = ours.filter((name) => findDependency(project, name) === undefined);
  return [
    ...(lacking.length > 0
      ? [`In no package.json: ${lacking.join(", ")}. ${PAGES}/README.md#install says how to add them.`]
      : []),
    ...(needsRuntime(preset) && project.workspaces.length > 0
      ? ["Add `error-contract` to the dependencies of each package that throws."]
      : []),
  ];
}

function describeTypes(config: string, globs: SourceGlobs, isTyped: boolean, needsParser: boolean): string {
  const block = `${config}: the rules are on for ${globs.files.join(", ")}, `;
  if (isTyped) return `${block}with types.`;
  if (globs.typescript.length === 0) return `${block}which are JavaScript, without types.`;
  const why = needsParser ? "there is no tsconfig.json" : "the configuration gives TypeScript none (`projectService`)";
  return `${block}without types: ${why}. ${PAGES}/docs/types.md says what types add.`;
}

interface Parser {
  readonly meta?: { readonly name?: string };
}

/** What ESLint computes for a file, as far as it is read. */
interface FileConfig {
  readonly languageOptions?: {
    readonly parser?: Parser;
    readonly parserOptions?: { readonly project?: unknown; readonly projectService?: unknown };
  };
}

/** How TypeScript is read so far: as ESLint says where it is installed, else as the text of the configuration does. */
async function readTypeScriptSetup({ cwd, file }: Setup, { matched }: SourceGlobs) {
  const sources = matched.filter((each) => isTypeScriptSource(each) && !/\.d\.[cm]?ts$/.test(each.name));
  if (file === undefined || sources.length === 0) return { hasParser: false, isTyped: false };
  try {
    const eslint = createEslint(loadAnyEslint(cwd), { cwd });
    const configs: (FileConfig | undefined)[] = [];
    for (const { name } of sources)
      configs.push((await eslint.calculateConfigForFile(path.join(cwd, name))) as FileConfig | undefined);
    const languages = configs.flatMap((config) => config?.languageOptions ?? []);
    return {
      // A file that it ignores needs none.
      hasParser: languages.length > 0 && languages.every(({ parser }) => isTypeScriptParser(parser)),
      isTyped: languages.some(({ parserOptions: { project, projectService } = {} }) =>
        Boolean(project ?? projectService),
      ),
    };
  } catch {
    // Its packages are not installed yet.
    const text = fs.readFileSync(file, "utf8");
    return { hasParser: /typescript/i.test(text), isTyped: /\bproject(?:Service)?\s*:|TypeChecked/.test(text) };
  }
}

const isTypeScriptParser = (parser: Parser | undefined): boolean =>
  parser?.meta?.name?.startsWith("typescript-eslint/") === true;
