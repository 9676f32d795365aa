import fs from "node:fs";
import path from "node:path";
import { formatFiles } from "../apply/format-files.js";
import { CommandError } from "../command-error.js";
import { readTypeScriptSetup, type TypeScriptSetup } from "../project/find-parser.js";
import { loadAnyEslint } from "../project/load-eslint.js";
import type { Project } from "../project/read-project.js";
import type { FileChange } from "./changes.js";
import type { PresetChoice } from "./choose-preset.js";
import { editConfig } from "./edit-config.js";
import { editManifest, findMissingPackages } from "./edit-manifest.js";
import { listNeededPackages } from "./packages.js";
import { planContract } from "./plan-contract.js";
import { findSourceGlobs, type SourceGlobs } from "./source-globs.js";
import { type ConfigPlan, writeConfig } from "./write-config.js";

/** The changes to be written, and those that have to be made by hand. */
export interface InitPlan {
  readonly changes: readonly FileChange[];
  readonly byHand: readonly string[];
  readonly notes: readonly string[];
  /** Whether the configuration imports the parser for TypeScript. */
  readonly needsParser: boolean;
}

/** Works out all changes without writing one. */
export async function planInit(
  project: Project,
  { preset }: PresetChoice,
  isContractWritten: boolean,
): Promise<InitPlan> {
  const globs = findSourceGlobs(project);
  if (globs.files.length === 0) throw new CommandError(`${project.cwd} has no JavaScript or TypeScript to lint.`);
  const setup = await readSetup(project, globs);
  const base = { preset, globs, needsParser: globs.typescript.length > 0 && !setup.hasParser };
  const plan: ConfigPlan = { ...base, isTyped: project.hasTsconfig, contract: undefined };
  const isTyped = base.needsParser ? project.hasTsconfig : setup.isTyped;
  const contract = isContractWritten ? await planContract(project, globs, preset, isTyped) : undefined;
  const config = planConfig(project, { ...plan, contract: contract?.module });
  const manifest = planManifest(project, base.needsParser);
  const isPresent = config.kind === "present";
  const changes = [
    ...(contract && config.kind === "edited" ? [contract.change] : []),
    ...(config.kind === "edited" ? [config.change] : []),
    ...manifest.changes,
  ];
  return {
    changes: await formatFiles(changes, project.cwd),
    byHand: [
      ...(config.kind === "not understood"
        ? [`${config.name} is not edited, because ${config.why}. Add to it:\n\n${config.byHand}`]
        : []),
      ...manifest.byHand,
    ],
    notes: [
      ...(isPresent ? [`${config.name} has the plugin already.`] : []),
      ...(isContractWritten && !contract && !isPresent
        ? ["No code stands in the code base that the contract lacks."]
        : []),
      ...(contract && config.kind === "edited" ? contract.notes : []),
      ...collectNotes(project),
    ],
    needsParser: base.needsParser,
  };
}

/** How TypeScript is read so far: as ESLint says where it is installed, else as the text of the configuration does. */
async function readSetup({ cwd, eslintConfig, sources }: Project, globs: SourceGlobs): Promise<TypeScriptSetup> {
  const source = sources.find(({ name }) => /\.[cm]?tsx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name));
  if (!eslintConfig || globs.typescript.length === 0 || !source) return { hasParser: false, isTyped: false };
  try {
    const { ESLint } = loadAnyEslint(cwd);
    return await readTypeScriptSetup(new ESLint({ cwd }), path.join(cwd, source.name));
  } catch {
    // Its packages are not installed yet.
    const text = fs.readFileSync(eslintConfig.file, "utf8");
    return { hasParser: /typescript/i.test(text), isTyped: /\bproject(?:Service)?\s*:|TypeChecked/.test(text) };
  }
}

function planConfig(project: Project, plan: ConfigPlan) {
  const { cwd, eslintConfig, isModule } = project;
  if (!eslintConfig) {
    const name = isModule ? "eslint.config.js" : "eslint.config.mjs";
    const change: FileChange = { file: path.join(cwd, name), before: undefined, after: writeConfig(plan) };
    return { kind: "edited", name, change } as const;
  }
  const name = path.basename(eslintConfig.file);
  const { Linter } = loadAnyEslint(cwd);
  return { ...editConfig(eslintConfig.file, plan, new Linter()), name };
}

function planManifest(project: Project, needsParser: boolean): Pick<InitPlan, "changes" | "byHand"> {
  const missing = findMissingPackages(project.manifest, listNeededPackages(project, needsParser));
  const names = Object.entries({ ...missing.dependencies, ...missing.devDependencies });
  if (names.length === 0) return { changes: [], byHand: [] };
  const change = editManifest(project.manifest, missing);
  const listed = names.map(([name, range]) => `  "${name}": "${range}"`).join("\n");
  if (!change)
    return { changes: [], byHand: [`package.json has a layout of its own. Add the packages to it:\n\n${listed}`] };
  return { changes: [change], byHand: [] };
}

function collectNotes({ manifest: { dependencies, devDependencies }, workspaces }: Project): readonly string[] {
  const hasOxlint = Object.hasOwn({ ...dependencies, ...devDependencies }, "oxlint");
  return [
    ...(workspaces.length > 0 ? ["Add `error-contract` to the dependencies of each package that throws."] : []),
    ...(hasOxlint
      ? ["oxlint can run the rules too: docs/guides/oxlint.md says how. The commands of this plugin use ESLint."]
      : []),
  ];
}
