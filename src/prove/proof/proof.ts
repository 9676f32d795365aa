import type { Hit } from "../faults/report-lines.js";
import type { Walls } from "../server/walls.js";

/**
 * What a cell of the matrix says:
 *
 * - `kept`: the server did what was expected.
 * - `wrong`: it did not; `problems` say in what.
 * - `no code`: it failed as MCP wants it, and follows no contract, so no code can be judged.
 * - `open`: what it did may be right; `problems` is empty, `reason` says why.
 * - `not reached`: the call did not come to what the fault is about.
 * - `not called`: it might have done harm.
 */
export type Verdict = "kept" | "wrong" | "no code" | "open" | "not reached" | "not called";

export interface Problem {
  /** The name of the demand, `demands` in `oracle.ts`. */
  readonly kind: string;
  readonly message: string;
}

export interface Cell {
  readonly column: string;
  readonly verdict: Verdict;
  readonly problems: readonly Problem[];
  readonly reason?: string;
  /** The smallest call that showed it, and what came back; a long text is cut. */
  readonly call?: { readonly method: string; readonly params: unknown };
  readonly answer?: unknown;
  readonly ms?: number;
  /** Whether what came back is a failure; absent where it is none. */
  readonly failed?: true;
  readonly code?: string | number;
  /** What did not take place below the tool. */
  readonly hits?: readonly Hit[];
  /** What the fault has left behind: what valid input is answered after it, where it was answered otherwise before. */
  readonly after?: string;
}

export interface Row {
  readonly kind: "tool" | "resource" | "prompt";
  readonly name: string;
  readonly isKnown: boolean;
  readonly cells: readonly Cell[];
  /** What a reader has to know of it, such as that its input was refused. */
  readonly note?: string;
}

export interface Column {
  readonly name: string;
  readonly group: "input" | "file" | "network" | "http" | "child";
  readonly meaning: string;
  /** The conditions, or with `--expect` the codes, that fit. */
  readonly expected: readonly (string | number)[];
}

/** A code of a tool, resource or prompt, null for a failure without one, and the columns in which it was seen. */
export interface SeenCode {
  readonly kind: Row["kind"];
  readonly name: string;
  readonly code: string | number | null;
  readonly columns: readonly string[];
}

/** What was seen beside the file that says what each tool can answer. */
export interface JoinedFailures {
  readonly file: string;
  /** What was seen, and is not in the file. */
  readonly holes: readonly SeenCode[];
  /** What is in the file, and was never seen. */
  readonly unseen: readonly SeenCode[];
}

/** The outcome of `prove`, as `--json` prints it. Pages and tables are made of it alone. */
export interface Proof {
  readonly proof: 2;
  readonly server: { readonly name: string; readonly version: string };
  /** The command, or the address. */
  readonly command: string;
  /** The client's SDK. */
  readonly sdk: string;
  readonly date: string;
  readonly seed: number;
  /** The name of the contract that the server follows; null where it follows none. */
  readonly contract: string | null;
  /** The walls behind which the server stood; null where it was not started, but reached at an address. */
  readonly walls: Walls | null;
  /** Which walls held, and what that leaves open, in a sentence. */
  readonly hold: string;
  /** Whether faults could be made: the server runs on Node. */
  readonly hasFaults: boolean;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** What is wrong with the server as a whole. */
  readonly problems: readonly Problem[];
  /** What can be done next, in sentences. */
  readonly advice: readonly string[];
  readonly totals: Readonly<Record<Verdict, number>>;
  /** With `--failures`. */
  readonly failures?: JoinedFailures;
}

export function countVerdicts(rows: readonly Row[]): Proof["totals"] {
  const totals = { kept: 0, wrong: 0, "no code": 0, open: 0, "not reached": 0, "not called": 0 };
  for (const { cells } of rows) for (const { verdict } of cells) totals[verdict]++;
  return totals;
}
