/** The content of a report, as `--json` prints it. Pages and tables are made of it alone. */
export interface ReportData {
  readonly project: string;
  /** The version of the plugin. */
  readonly plugin: string;
  /** When the project was linted: `2026-03-01T09:30:00.000Z`. */
  readonly date: string;
  /** What to do next, the first step first; texts whose parts in backticks are code. */
  readonly next: readonly string[];
  readonly contracts: readonly string[];
  /** The findings at which codes are lost, by number: whatever code is thrown, the client gets none. */
  readonly codesLost: readonly number[];
  readonly totals: ReportTotals;
  readonly tools: readonly ToolReport[];
  readonly rules: readonly RuleReport[];
  readonly directories: readonly DirectoryReport[];
  readonly findings: readonly FindingReport[];
  /** What `error-contract prove` saw, where `--proof` names its output. */
  readonly proof: ProofReport | null;
  /** Files that the parser refused, with its message. */
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
}

interface ReportTotals {
  readonly files: number;
  readonly filesWithFindings: number;
  /** Files that were linted with no rule of this plugin. */
  readonly uncheckedFiles: number;
  readonly findings: number;
  /** Findings that `eslint --fix` rewrites. */
  readonly fixable: number;
  /** Findings with suggestions, of which one has to be chosen. */
  readonly suggested: number;
  /** Findings that comments of the files silence. */
  readonly suppressed: number;
  readonly tools: number;
  readonly toolsWithoutBoundary: number;
  /** Tools of which it is not known whether they stand behind the boundary. */
  readonly toolsUnknown: number;
  /** Registrations of tools whose names are not written in the code; `tools` has one entry for each. */
  readonly toolsUnnamed: number;
}

export interface ToolReport {
  readonly name: string;
  /** Whether the name is written where the tool is registered; otherwise `name` is the expression that gives it. */
  readonly isNamed: boolean;
  readonly file: string;
  readonly line: number;
  readonly boundary: "wrapped" | "bare" | "unknown";
  /**
   * How many findings of `no-raw-error`, `no-swallowed-error`, `no-error-result` and of all other rules a call of the
   * tool may reach; `null` where its handler is not followed.
   */
  readonly rawErrors: number | null;
  readonly swallowed: number | null;
  readonly results: number | null;
  readonly others: number | null;
  /** The codes that stand in its code. */
  readonly codes: readonly string[];
  /** The numbers of the findings, as `findings` has them. */
  readonly findings: readonly number[];
}

/** The source of each tool of a server beside what its clients were seen to receive. */
export interface ProofReport {
  readonly server: string;
  readonly date: string;
  readonly tools: readonly ProvedTool[];
}

export interface ProvedTool {
  readonly name: string;
  /** What the lint says of it; `null` where its registration was not found. */
  readonly source: ToolReport | null;
  /** The kinds of problems, and the columns of the matrix that show them. */
  readonly wire: readonly { readonly kind: string; readonly columns: readonly string[] }[];
  readonly isSwallowedInBoth: boolean;
}

export interface RuleReport {
  readonly rule: string;
  readonly description: string;
  readonly url: string;
  readonly findings: number;
  readonly fixable: number;
  readonly suggested: number;
}

export interface DirectoryReport {
  readonly directory: string;
  readonly files: number;
  readonly findings: number;
}

export interface FindingReport {
  /** From 1, in the order of files and lines. */
  readonly number: number;
  readonly rule: string;
  /** Relative to the project, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly fixable: boolean;
  readonly suggestions: readonly string[];
  readonly frame: readonly FrameLine[];
}

/** A line of code around a finding. */
export interface FrameLine {
  readonly line: number;
  readonly text: string;
  /** The part of the text that the finding is about. */
  readonly mark?: readonly [start: number, end: number];
}
