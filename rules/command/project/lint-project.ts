import { CommandError, type Terminal } from "error-contract/cli";
import type { ESLint, Linter } from "eslint";
import fs from "node:fs";
import type { CommandHook, SeenReport } from "../../create-rule.js";
import { type Decision, readDecision } from "../../decision.js";
import plugin from "../../index.js";
import type { Rule } from "../../plugin-types.js";
import { countOf, nameOfFile } from "../text.js";
import { placeKey, readPlace, readRuleName } from "./finding-place.js";
import { createEslint, loadEslint } from "./installed-packages.js";
import { listSources } from "./list-sources.js";

export interface LintRequest {
  /** The folder of the project. */
  readonly cwd: string;
  /** Files, folders and patterns, as ESLint's command takes them. */
  readonly files?: readonly string[];
  /** Texts that are linted as if they stood in their files, in place of `files`. */
  readonly texts?: readonly FileText[];
  /** What is done with each file, as the progress says it. */
  readonly progress?: string;
  /** Whether fixes of our findings are applied to `output`. Nothing is written. */
  readonly fix?: boolean;
  /** Sees each report of the plugin's rules, and chooses its fix. */
  readonly hook?: CommandHook;
  /** Rules that read the files beside those of the plugin. They report nothing but what `fix` changes. */
  readonly observers?: Readonly<Record<string, Rule>>;
}

/** The text that a file has, or would have. */
interface FileText {
  /** The absolute path. */
  readonly file: string;
  readonly text: string;
}

/** A file for which the project's configuration turns on rules of this plugin. */
interface LintedFile {
  /** The absolute path. */
  readonly file: string;
  readonly source: string;
  /** The source with all fixes, where `fix` was asked for and changed something. */
  readonly output?: string | undefined;
  /** The findings of this plugin's rules, in the order of the file. */
  readonly findings: readonly Finding[];
  /** How many findings directives of the file silence. */
  readonly suppressed: number;
  /** The lines of directives that name a rule of this plugin and silence nothing. */
  readonly unused: readonly number[];
}

export type RuleName = keyof typeof plugin.rules;

interface Finding extends Linter.LintMessage {
  /** The name of the rule without the plugin's namespace. */
  readonly rule: RuleName;
  /** The decision over the project that settles it with others. */
  readonly decision: Decision | undefined;
}

export interface LintedProject {
  readonly files: readonly LintedFile[];
  /** How many files were linted with no rule of this plugin. */
  readonly unchecked: number;
  /** Files with rules of this plugin that the parser refused. */
  readonly unreadable: readonly UnreadableFile[];
  /** Files that the parser refuses in the project's own lint, whatever rules are on for them. */
  readonly unparsed: readonly UnreadableFile[];
}

/** A file that the parser refused, with the reason. */
export interface UnreadableFile {
  readonly file: string;
  readonly message: string;
}

/** ESLint stopped: a configuration that it needs for a file cannot be loaded, or a rule of the plugin has failed. */
export class StoppedError extends CommandError {}

/** How ESLint begins to say that a directive silences nothing. */
const UNUSED = "Unused eslint-disable directive";

const RULE_NAMES = new Set(Object.keys(plugin.rules));
const OBSERVERS = "error-contract-command";

/**
 * Lints files of a project with its own ESLint and configuration. Only the rules of this plugin run.
 *
 * @throws CommandError where ESLint is missing or stops, or where no rule of the plugin is on for any of the files.
 */
export async function lintProject(request: LintRequest, terminal: Terminal): Promise<LintedProject> {
  const { cwd, files = [], texts, progress = "Linting", fix = false, hook, observers = {} } = request;
  const seen = new Set<string>();
  const total = texts?.length ?? (files.includes(".") ? listSources(cwd).length : undefined);
  const showProgress = ({ filename }: { readonly filename: string }) => {
    // Each pass of the fixes comes here.
    seen.add(filename);
    const step = `${countOf(seen.size, "file")}: ${nameOfFile(filename, cwd)}`;
    terminal.showProgress(progress, step, total === undefined ? undefined : seen.size / total);
    return {};
  };
  const decisions = new Map<string, Decision>();
  const see = (report: SeenReport) => {
    const { filename, id } = report.context;
    const decision = readDecision(report.descriptor.data);
    if (decision) decisions.set(placeKey(filename, readRuleName(id), readPlace(report)), decision);
  };
  const rules: Readonly<Record<string, Rule>> = { ...observers, progress: { create: showProgress } };
  const module = loadEslint(cwd);
  const eslint = createEslint(module, {
    cwd,
    errorOnUnmatchedPattern: false,
    overrideConfig: [
      { settings: { errorContractCommand: { see } }, linterOptions: { reportUnusedDisableDirectives: "error" } },
      {
        files: ["**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}"],
        settings: { errorContractCommand: hook ?? {} },
        plugins: { [OBSERVERS]: { rules } },
        rules: Object.fromEntries(Object.keys(rules).map((name) => [`${OBSERVERS}/${name}`, "error"])),
      },
    ],
    // ESLint itself reports unused directives, which are left alone.
    fix: fix && (({ ruleId }) => ruleId !== null),
    // Names of other plugins' rules may be the same; they are sorted out by the configuration of each file.
    ruleFilter: ({ ruleId }) => RULE_NAMES.has(ruleId.split("/").at(-1) ?? "") || ruleId.startsWith(`${OBSERVERS}/`),
  });
  const results = await runEslint(eslint, request);
  const linted = await sortResults(results, eslint, decisions, texts);
  const unparsed = await keepLinted(linted.unparsed, createEslint(module, { cwd }));
  if (!texts && linted.files.length === 0) throw new CommandError(describeProblem(linted, cwd));
  return { ...linted, unparsed };
}

/** Leaves out files that no configuration of the project names: they are read for the sake of our own rules alone. */
async function keepLinted(files: readonly UnreadableFile[], eslint: ESLint): Promise<readonly UnreadableFile[]> {
  const configs = await Promise.all(
    files.map(async ({ file }): Promise<unknown> => eslint.calculateConfigForFile(file)),
  );
  return files.filter((_, index) => configs[index] !== undefined);
}

/** Says why a lint tells nothing about a project. */
function describeProblem({ unchecked, unreadable }: LintedProject, cwd: string): string {
  const [first] = unreadable;
  if (first) {
    const count = countOf(unreadable.length, "file");
    return `None of ${count} could be parsed. ${nameOfFile(first.file, cwd)}: ${first.message}`;
  }
  if (unchecked === 0)
    return "No file was linted: the ESLint configuration ignores or matches none of the files in question.";
  return (
    `No rule of error-contract is on for the ${countOf(unchecked, "file")} that ESLint linted: ` +
    "the preset is missing from the ESLint configuration, or its `files` match none of them."
  );
}

async function runEslint(eslint: ESLint, { files = [], texts }: LintRequest): Promise<readonly ESLint.LintResult[]> {
  try {
    if (!texts) return await eslint.lintFiles([...files]);
    const results: ESLint.LintResult[] = [];
    for (const { file, text } of texts) results.push(...(await eslint.lintText(text, { filePath: file })));
    return results;
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new StoppedError(`ESLint stopped: ${message}`, { cause: error });
  }
}

/** What ESLint computes for a file, as far as it is read. */
interface FileConfig {
  readonly plugins?: Readonly<Record<string, { readonly meta?: { readonly name?: string } }>>;
  readonly rules?: Readonly<Record<string, readonly [severity: number]>>;
}

async function sortResults(
  results: readonly ESLint.LintResult[],
  eslint: ESLint,
  decisions: ReadonlyMap<string, Decision>,
  texts: readonly FileText[] = [],
): Promise<LintedProject> {
  const given = new Map(texts.map(({ file, text }) => [file, text]));
  const files: LintedFile[] = [];
  const unreadable: UnreadableFile[] = [];
  const unparsed: UnreadableFile[] = [];
  for (const { filePath: file, messages, suppressedMessages, output } of results) {
    const config = (await eslint.calculateConfigForFile(file)) as FileConfig | undefined;
    const prefix = config && findPrefix(config);
    const fatal = messages.find((message) => message.fatal);
    if (fatal) unparsed.push({ file, message: fatal.message });
    if (prefix === undefined) continue;
    if (fatal) {
      unreadable.push({ file, message: fatal.message });
      continue;
    }
    const findings = messages.flatMap((message) => {
      if (!message.ruleId?.startsWith(prefix)) return [];
      const rule = message.ruleId.slice(prefix.length) as RuleName;
      return [{ ...message, rule, decision: decisions.get(placeKey(file, rule, message)) }];
    });
    const suppressed = suppressedMessages.filter(({ ruleId }) => ruleId?.startsWith(prefix)).length;
    const unused = messages.flatMap(({ ruleId, message, line }) =>
      ruleId === null && message.startsWith(UNUSED) && message.includes(prefix) ? [line] : [],
    );
    const source = given.get(file) ?? fs.readFileSync(file, "utf8");
    files.push({ file, source, output, findings, suppressed, unused });
  }
  return { files, unchecked: results.length - files.length - unreadable.length, unreadable, unparsed };
}

/** What stands in front of the names of the rules in a configuration that has the plugin, if one of them is on. */
function findPrefix({ plugins = {}, rules = {} }: FileConfig): string | undefined {
  const namespace = Object.keys(plugins).find((name) => plugins[name]?.meta?.name === plugin.meta.name);
  const prefix = `${namespace}/`;
  return Object.entries(rules).some(([rule, [severity]]) => severity > 0 && rule.startsWith(prefix))
    ? prefix
    : undefined;
}
