import type { TSESLint } from "@typescript-eslint/utils";
import { structuredPatch } from "diff";
import type { Choice, DecidableFinding } from "../../edits/decisions.js";
import { applyEdits } from "../../edits/fixer.js";
import { lintProject } from "../project/lint-project.js";
import type { Terminal } from "../terminal.js";
import { nameOfFile } from "../text.js";

/** A finding of the project that a decision can settle, without the text and the syntax tree that it was found in. */
export interface PlannedFinding extends Pick<
  DecidableFinding,
  "kind" | "detail" | "line" | "column" | "within" | "message" | "unregistered" | "ownClass" | "isUnreported"
> {
  readonly rule: string;
  /** Relative to the folder of the project, with slashes. */
  readonly file: string;
  readonly choices: readonly Omit<Choice, "edits">[];
  /** The edits of the best choice as lines of a diff. */
  readonly example: string | undefined;
  readonly codes: readonly string[];
}

/** The name of a rule without the namespace that the configuration gives the plugin. */
export function ruleName(ruleId: string): string {
  return ruleId.slice(ruleId.lastIndexOf("/") + 1);
}

/** The place of a finding in a text of a file. */
export function placeKey(file: string, rule: string, at: { readonly line: number; readonly column: number }): string {
  return `${file}\n${rule}\n${at.line}:${at.column}`;
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
  const decide = (finding: DecidableFinding) => {
    seen.set(placeKey(finding.filename, ruleName(finding.ruleId), finding), describeFinding(finding, cwd));
    return undefined;
  };
  const linted = await lintProject({ cwd, files, decide }, terminal);
  return linted.files.flatMap(({ file, findings }) =>
    findings.flatMap((finding) => seen.get(placeKey(file, finding.rule, finding)) ?? []),
  );
}

function describeFinding(finding: DecidableFinding, cwd: string): PlannedFinding {
  const { kind, detail, line, column, within, message, unregistered, ownClass, isUnreported, choices } = finding;
  const [best] = choices;
  return {
    rule: ruleName(finding.ruleId),
    kind,
    detail,
    file: nameOfFile(finding.filename, cwd),
    line,
    column,
    within,
    message,
    choices: choices.map(({ edits: _, ...choice }) => choice),
    example: best && showExample(finding.text, best.edits),
    codes: finding.codes(),
    unregistered,
    ownClass,
    isUnreported,
  };
}

/** The lines that edits of a text remove and add, without the lines around them. */
function showExample(text: string, edits: readonly TSESLint.RuleFix[]): string {
  const { hunks } = structuredPatch("", "", text, applyEdits(text, edits), "", "", { context: 0 });
  return hunks.flatMap(({ lines }) => lines.filter((line) => /^[-+]/.test(line))).join("\n");
}
