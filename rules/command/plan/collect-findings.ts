import { structuredPatch } from "diff";
import { applyEdits, editsOf } from "../../edits/fixer.js";
import { lintProject } from "../project/lint-project.js";
import type { Terminal } from "../terminal.js";
import { compareText, nameOfFile } from "../text.js";
import { createHook, type Choice, type Decide, type Finding } from "./finding.js";

/** A finding of the project that a decision can settle, without the text and the syntax tree that it was found in. */
export interface PlannedFinding extends Pick<
  Finding,
  "rule" | "kind" | "detail" | "line" | "column" | "within" | "message" | "codes"
> {
  /** Relative to the folder of the project, with slashes. */
  readonly file: string;
  readonly choices: readonly Omit<Choice, "fix" | "code">[];
  /** The edits of the best choice as lines of a diff, for one finding of a kind in each file. */
  readonly example: string | undefined;
  /** The code that stands in the failure and that no registry has. */
  readonly unregistered: string | undefined;
  /** The class of the project that it is about. */
  readonly ownClass: string | undefined;
}

/** The place of a finding in a text of a file. */
export function placeKey(file: string, rule: string, at: { readonly line: number; readonly column: number }): string {
  return `${file}\n${rule}\n${at.line}:${at.column}`;
}

/** The findings of a project by file and place, without those that a directive silences, and the files it linted. */
export interface CollectedFindings {
  readonly findings: readonly PlannedFinding[];
  readonly linted: readonly string[];
}

/**
 * Collects all findings of a project in one lint.
 *
 * @throws CommandError where nothing was linted.
 */
export async function collectFindings(
  cwd: string,
  files: readonly string[],
  terminal: Terminal,
): Promise<CollectedFindings> {
  const seen = new Map<string, PlannedFinding>();
  const shown = new Set<string>();
  const collect: Decide = (finding) => {
    const { filename, rule, kind } = finding;
    const group = `${filename}\n${rule}\n${kind}`;
    const example = shown.has(group) ? undefined : showExample(finding);
    shown.add(group);
    seen.set(placeKey(filename, rule, finding), { ...describeFinding(finding, cwd), example });
    return undefined;
  };
  const linted = await lintProject({ cwd, files, hook: createHook(collect) }, terminal);
  const findings = linted.files
    .flatMap(({ file, findings }) =>
      findings.flatMap((finding) => seen.get(placeKey(file, finding.rule, finding)) ?? []),
    )
    .sort(comparePlaces);
  return { findings, linted: linted.files.map(({ file }) => nameOfFile(file, cwd)) };
}

function comparePlaces(one: PlannedFinding, other: PlannedFinding): number {
  return compareText(one.file, other.file) || one.line - other.line || one.column - other.column;
}

function describeFinding(finding: Finding, cwd: string): Omit<PlannedFinding, "example"> {
  const { rule, kind, detail, filename, line, column, within, message, choices, codes } = finding;
  return {
    ...{ rule, kind, detail, line, column, within, message, codes },
    file: nameOfFile(filename, cwd),
    choices: choices.map(({ decision, confidence, reason }) => ({ decision, confidence, reason })),
    unregistered: readUnregistered(finding),
    ownClass: readOwnClass(finding),
  };
}

function readUnregistered({ data: { said }, codes }: Finding): string | undefined {
  const isCode = typeof said === "string" && /^[A-Z][A-Z0-9_]{3,}$/.test(said);
  return isCode && codes.length > 0 && !codes.includes(said) ? said : undefined;
}

/** Returns the class of the project that a finding is about. */
export function readOwnClass({ messageId, data: { name, isOwnClass } }: Finding): string | undefined {
  return messageId === "ownClass" || isOwnClass === true ? String(name) : undefined;
}

/** The lines that the best choice removes and adds, without the lines around them. */
function showExample({ text, choices: [best] }: Finding): string | undefined {
  if (!best) return undefined;
  const { hunks } = structuredPatch("", "", text, applyEdits(text, editsOf(best.fix)), "", "", { context: 0 });
  return hunks.flatMap(({ lines }) => lines.filter((line) => /^[-+]/.test(line))).join("\n");
}
