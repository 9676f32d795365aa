import type { Linter } from "eslint";
import path from "node:path";
import type { Choice, DecidableFinding, Decide } from "../../edits/decisions.js";
import { CommandError } from "../command-error.js";
import { type LintedProject, findLintProblem, lintProject } from "../project/lint-project.js";
import type { Terminal } from "../terminal.js";
import { showExample } from "./show-example.js";

/** A finding of the project that a decision can settle. */
export interface PlannedFinding {
  readonly rule: string;
  readonly kind: string;
  readonly detail: string | undefined;
  /** Relative to the folder of the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly within: string | undefined;
  readonly message: string;
  readonly choices: readonly Omit<Choice, "edits">[];
  /** The edits of the best choice as lines of a diff. */
  readonly example: string | undefined;
  readonly codes: readonly string[];
  readonly unregistered: string | undefined;
  readonly ownClass: string | undefined;
  /** Lines of other code that keep it from being rewritten. */
  readonly readers: readonly string[];
  /** Whether the project's own lint does not report it. */
  readonly isUnreported: boolean;
}

/** The settings with which the rules of the plugin ask a function what to do about each finding. */
export function decideWith(decide: Decide): Linter.Config {
  return { name: "error-contract/command", settings: { errorContractCommand: { decide } } };
}

/** The name of a rule without the namespace that the configuration gives the plugin. */
export function ruleName(ruleId: string): string {
  return ruleId.slice(ruleId.lastIndexOf("/") + 1);
}

/** A path relative to the folder of the project, with slashes. */
export function nameOfFile(file: string, cwd: string): string {
  return path.relative(cwd, file).replaceAll("\\", "/");
}

/**
 * Collects all findings of a project in one lint, those left out that a directive silences.
 *
 * @throws CommandError where nothing was linted.
 */
export async function collectFindings(
  cwd: string,
  files: readonly string[],
  terminal: Terminal,
): Promise<readonly PlannedFinding[]> {
  const seen = new Map<string, PlannedFinding>();
  const linted = await lintProject({
    cwd,
    files,
    overrideConfig: [
      decideWith((finding) => {
        seen.set(placeKey(finding.filename, ruleName(finding.ruleId), finding), describeFinding(finding, cwd));
        return undefined;
      }),
    ],
    onFile: (file) => terminal.showProgress(`Linting ${path.relative(cwd, file)}`),
  });
  terminal.hideProgress();
  failUnlessLinted(linted, cwd);
  return linted.files.flatMap(({ file, findings }) =>
    findings.flatMap((finding) => seen.get(placeKey(file, finding.rule, finding)) ?? []),
  );
}

/** @throws CommandError where no file was linted with a rule of the plugin. */
export function failUnlessLinted(linted: LintedProject, cwd: string): void {
  const problem = findLintProblem(linted, cwd);
  if (problem !== undefined) throw new CommandError(problem);
}

/** The place of a finding in a text of a file. */
export function placeKey(file: string, rule: string, at: { readonly line: number; readonly column: number }): string {
  return `${file}\n${rule}\n${at.line}:${at.column}`;
}

function describeFinding(finding: DecidableFinding, cwd: string): PlannedFinding {
  const { ruleId, filename, text, line, column, within, message, kind, detail, choices } = finding;
  const { unregistered, ownClass, isUnreported } = finding;
  const [best] = choices;
  return {
    rule: ruleName(ruleId),
    kind,
    detail,
    file: nameOfFile(filename, cwd),
    line,
    column,
    within,
    message,
    choices: choices.map(({ edits: _, ...choice }) => choice),
    example: best && showExample(text, best.edits),
    codes: finding.codes(),
    unregistered,
    ownClass,
    readers: finding.readers(),
    isUnreported,
  };
}
