import fs from "node:fs";
import path from "node:path";
import { CommandError } from "../command.js";
import type { FileChange } from "../project/changed-files.js";
import { formatFiles } from "../project/format-files.js";
import { loadAnyEslint } from "../project/installed-packages.js";
import { type Project, isTypeScriptSource } from "../project/read-project.js";
import { type ConfigPlan, planConfig } from "./edit-config.js";
import { planManifest } from "./edit-manifest.js";
import { planContract } from "./plan-contract.js";
import { proposeBoundary } from "./propose-boundary.js";
import { findSourceGlobs, type SourceGlobs } from "./source-globs.js";

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
  preset: ConfigPlan["preset"],
  isContractWanted: boolean,
): Promise<InitPlan> {
  const globs = findSourceGlobs(project);
  if (globs.files.length === 0) throw new CommandError(`${project.cwd} has no JavaScript or TypeScript to lint.`);
  const setup = await readTypeScriptSetup(project, globs);
  const needsParser = globs.typescript.length > 0 && !setup.hasParser;
  const isTyped = needsParser ? project.hasTsconfig : setup.isTyped;
  const contract = isContractWanted ? await planContract(project, globs, preset, isTyped) : undefined;
  const config = planConfig(project, { preset, globs, needsParser, isTyped, contract: contract?.module });
  const manifest = planManifest(project, needsParser);
  const isPresent = !config.change && config.byHand === undefined;
  const changes = [config.change && contract?.change, config.change, manifest.change];
  const notes = [
    isPresent && project.eslintConfig && `${path.basename(project.eslintConfig.file)} has the plugin already.`,
    isContractWanted && !contract && !isPresent && "No code stands in the code base that the contract lacks.",
    ...(contract && config.change ? contract.notes : []),
    proposeBoundary(project.sources, preset),
    project.workspaces.length > 0 && "Add `error-contract` to the dependencies of each package that throws.",
    Object.hasOwn(project.packages, "oxlint") &&
      "oxlint can run the rules too: docs/guides/oxlint.md says how. The commands of this plugin use ESLint.",
  ];
  return {
    changes: await formatFiles(
      changes.filter((change) => change !== undefined),
      project.cwd,
    ),
    byHand: [config.byHand, manifest.byHand].filter((text) => text !== undefined),
    notes: notes.filter((note) => typeof note === "string"),
    needsParser,
  };
}

/** What ESLint computes for a file, as far as it is read. */
interface FileConfig {
  readonly languageOptions?: {
    readonly parser?: { readonly meta?: { readonly name?: string } };
    readonly parserOptions?: { readonly project?: unknown; readonly projectService?: unknown };
  };
}

/** How TypeScript is read so far: as ESLint says where it is installed, else as the text of the configuration does. */
async function readTypeScriptSetup({ cwd, eslintConfig, sources }: Project, globs: SourceGlobs) {
  const source = sources.find((each) => isTypeScriptSource(each) && !/\.d\.[cm]?ts$/.test(each.name));
  if (!eslintConfig || globs.typescript.length === 0 || !source) return { hasParser: false, isTyped: false };
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
    const text = fs.readFileSync(eslintConfig.file, "utf8");
    return { hasParser: /typescript/i.test(text), isTyped: /\bproject(?:Service)?\s*:|TypeChecked/.test(text) };
  }
}
