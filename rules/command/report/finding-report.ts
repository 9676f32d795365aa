import type { FrameLine } from "error-contract/cli";
import type { LintedProject, RuleName } from "../project/lint-project.js";
import { readFrame, showControls } from "./code-frame.js";

/** A finding as a report shows it. */
export interface FindingReport {
  /** From 1, in the order of files and lines. */
  readonly number: number;
  readonly rule: RuleName;
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fixable: boolean;
  readonly suggestions: readonly string[];
  readonly frame: readonly FrameLine[];
  /** The name of the decision over the project that settles it, with others of its rule. */
  readonly decision?: string | undefined;
  /** How many tools may reach it; `null` where there are none, or one may that is not followed. */
  readonly tools?: number | null;
}

type NamedFile = LintedProject["files"][number] & { readonly name: string };

/** A finding with the lines of its file. */
export interface PlacedFinding {
  readonly file: NamedFile;
  readonly lines: readonly string[];
  readonly finding: NamedFile["findings"][number];
}

export function placeFindings(file: NamedFile): readonly PlacedFinding[] {
  const lines = file.source.split(/\r\n|[\n\r\u2028\u2029]/);
  const found = [...file.findings].sort((one, other) => one.line - other.line || one.column - other.column);
  return found.map((finding) => ({ file, lines, finding }));
}

export function describeFinding({ file, lines, finding }: PlacedFinding, index: number): FindingReport {
  const { decision } = finding;
  return {
    number: index + 1,
    rule: finding.rule,
    file: file.name,
    line: finding.line,
    column: finding.column,
    message: showControls(finding.message),
    fixable: finding.fix !== undefined,
    suggestions: (finding.suggestions ?? []).map(({ desc }) => showControls(desc)),
    frame: readFrame(lines, finding),
    decision: decision && showControls(decision.name),
  };
}
