import type { FaultFamily } from "./fault-kinds.js";

/** The variable of the environment that names the run, by which what the server leaves behind is found. */
export const runVariable = "ERROR_CONTRACT_PROVE";

/** What the preloaded module is told, in its address: with this it works, whatever becomes of the environment. */
export interface PreloadSettings {
  /** Files and folders that may be written, and those of them that no fault concerns either. */
  readonly writable: readonly string[];
  readonly untouched: readonly string[];
  /** What must not reach a client. */
  readonly canary: string;
}

/** A variable whose value must not reach a client. */
export const canaryVariable = "ERROR_CONTRACT_CANARY_TOKEN";

/** The file in the stack that each response of another server holds: it is for the server alone. */
export const upstreamTrace = "/srv/upstream/app.js";

/** What begins a line that the preloaded module writes to stderr, and its key in a line that the prover sends. */
export const reportMark = "\u001eerror-contract/prove ";
export const controlKey = "error-contract/prove";

/** A line of the prover: a call of a tool follows, or its answer has arrived. */
export interface Control {
  readonly call: number;
  /** The number of the fault of the call; `undefined` at its end. */
  readonly fault?: number;
}

/** An operation that did not take place. */
export interface Hit {
  /** `fault` where it failed by the fault of the call, `wall` where it was refused so that nothing is harmed. */
  readonly by: "fault" | "wall";
  readonly family: FaultFamily;
  /** The function of Node. */
  readonly operation: string;
  /** The path, the host and port, or the program. */
  readonly target: string;
  /** Whether it was the call that asked for it, and not something that runs beside. */
  readonly isOfCall: boolean;
}

/** A line of the preloaded module. */
export type Report =
  | { readonly listening: true }
  | { readonly hit: Hit }
  /** A file that the server wanted to write at its start, where all files are read-only. */
  | { readonly refused: string }
  /** The server ends by itself, with this exit code. */
  | { readonly exit: number }
  /** The end of a call, and how many reads took place that no fault concerned: of the call, and beside it. */
  | { readonly ended: number; readonly passed: number; readonly beside: number };
