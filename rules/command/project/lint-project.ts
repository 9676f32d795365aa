import type { ESLint, Linter } from "eslint";
import fs from "node:fs";
import path from "node:path";
import plugin from "../../index.js";
import type { Rule } from "../../plugin-types.js";
import { CommandError } from "../command-error.js";
import { countOf } from "../terminal.js";
import { loadEslint } from "./load-eslint.js";

export interface LintRequest {
  /** The folder of the project. */
  readonly cwd: string;
  /** Files, folders and patterns, as ESLint's command takes them. */
  readonly files: readonly string[];
  /** Configuration that is added behind that of the project. */
  readonly overrideConfig?: readonly Linter.Config[];
  /** Whether fixes of our findings are applied to `output`. Nothing is written. */
  readonly fix?: boolean | ((message: Linter.LintMessage) => boolean);
  /** Called with the path of each file before it is linted. */
  readonly onFile?: (file: string) => void;
  /** Rules that read the files beside those of the plugin. They report nothing but what `fix` changes. */
  readonly observers?: Readonly<Record<string, Rule>>;
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
  /** Findings that a directive of the file silences. */
  readonly suppressed: readonly Finding[];
}

interface Finding extends Linter.LintMessage {
  /** The name of the rule without the plugin's namespace. */
  readonly rule: string;
}

export interface LintedProject {
  readonly files: readonly LintedFile[];
  /** Files that were linted, but with no rule of this plugin. */
  readonly unchecked: readonly string[];
  /** Files that the parser refused, with the reason. */
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
}

const RULE_NAMES = new Set(Object.keys(plugin.rules));
const OBSERVERS = "error-contract-command";

/**
 * Lints files of a project with its own ESLint and configuration. Only the rules of this plugin run.
 *
 * @throws CommandError where ESLint is missing, or stops.
 */
export async function lintProject(request: LintRequest): Promise<LintedProject> {
  const { cwd, files, overrideConfig = [], fix = false, onFile, observers = {} } = request;
  const progress = onFile && observeFiles(onFile);
  const { ESLint } = loadEslint(cwd);
  const eslint = new ESLint({
    cwd,
    errorOnUnmatchedPattern: false,
    overrideConfig: [...overrideConfig, configureObservers({ ...observers, ...(progress ? { progress } : {}) })],
    fix: typeof fix === "function" ? (message) => isOurs(message.ruleId) && fix(message) : isFixed(fix),
    // Names of other plugins' rules may be the same; they are sorted out by the configuration of each file.
    ruleFilter: ({ ruleId }) => isOurs(ruleId) || isObserver(ruleId),
  });
  const results = await lintFiles(eslint, files);
  return sortResults(results, eslint);
}

/** Says why a lint tells nothing about a project, where that is so. */
export function findLintProblem({ files, unchecked, unreadable }: LintedProject, cwd: string): string | undefined {
  if (files.length > 0) return undefined;
  const [first] = unreadable;
  if (first) {
    const name = path.relative(cwd, first.file);
    return `None of ${countOf(unreadable.length, "file")} could be parsed. ${name}: ${first.message}`;
  }
  if (unchecked.length === 0)
    return "No file was linted: the ESLint configuration ignores or matches none of the files in question.";
  return (
    `No rule of error-contract is on for the ${countOf(unchecked.length, "file")} that ESLint linted: ` +
    "the preset is missing from the ESLint configuration, or its `files` match none of them."
  );
}

const isOurs = (ruleId: string | null) => RULE_NAMES.has(ruleId?.split("/").at(-1) ?? "");
const isObserver = (ruleId: string | null) => ruleId?.startsWith(`${OBSERVERS}/`) === true;
const isFixed = (fix: boolean) => fix && (({ ruleId }: Linter.LintMessage) => isOurs(ruleId) || isObserver(ruleId));

async function lintFiles(eslint: ESLint, files: readonly string[]): Promise<readonly ESLint.LintResult[]> {
  try {
    return await eslint.lintFiles([...files]);
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new CommandError(`ESLint stopped: ${message}`, { cause: error });
  }
}

/** A rule that tells which file is linted. */
function observeFiles(onFile: (file: string) => void): Rule {
  return {
    create: ({ filename }: { readonly filename: string }) => {
      onFile(filename);
      return {};
    },
  };
}

/** A configuration that runs the observers on every file with code. */
function configureObservers(rules: Readonly<Record<string, Rule>>): Linter.Config {
  return {
    name: OBSERVERS,
    files: ["**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}"],
    plugins: { [OBSERVERS]: { rules } },
    rules: Object.fromEntries(Object.keys(rules).map((name) => [`${OBSERVERS}/${name}`, "error"])),
  };
}

/** What ESLint computes for a file, as far as it is read. */
interface FileConfig {
  readonly plugins?: Readonly<Record<string, { readonly meta?: { readonly name?: string } }>>;
  readonly rules?: Readonly<Record<string, readonly [severity: number]>>;
}

async function sortResults(results: readonly ESLint.LintResult[], eslint: ESLint): Promise<LintedProject> {
  const files: LintedFile[] = [];
  const unchecked: string[] = [];
  const unreadable: { file: string; message: string }[] = [];
  for (const { filePath: file, messages, suppressedMessages, output } of results) {
    const config = (await eslint.calculateConfigForFile(file)) as FileConfig | undefined;
    const namespace = config && findNamespace(config);
    const fatal = messages.find((message) => message.fatal);
    if (namespace === undefined) unchecked.push(file);
    else if (fatal) unreadable.push({ file, message: fatal.message });
    else {
      const source = fs.readFileSync(file, "utf8");
      const findings = collectFindings(messages, namespace);
      files.push({ file, source, output, findings, suppressed: collectFindings(suppressedMessages, namespace) });
    }
  }
  return { files, unchecked, unreadable };
}

/** The name under which a configuration has the plugin, if one of its rules is on. */
function findNamespace({ plugins = {}, rules = {} }: FileConfig): string | undefined {
  const namespace = Object.keys(plugins).find((name) => plugins[name]?.meta?.name === plugin.meta.name);
  const isOn = Object.entries(rules).some(([rule, [severity]]) => severity > 0 && rule.startsWith(`${namespace}/`));
  return isOn ? namespace : undefined;
}

function collectFindings(messages: readonly Linter.LintMessage[], namespace: string): readonly Finding[] {
  const prefix = `${namespace}/`;
  return messages.flatMap((message) =>
    message.ruleId?.startsWith(prefix) ? [{ ...message, rule: message.ruleId.slice(prefix.length) }] : [],
  );
}
