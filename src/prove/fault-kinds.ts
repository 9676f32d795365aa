import type { Condition } from "../contract/condition-statuses.js";

/** The part of Node below a tool that a fault makes fail. */
export type FaultFamily = "file" | "network" | "http" | "child";

/** What an operation does: look a path up, read or write what is open, write anything, or start something. */
export type Use = "open" | "find" | "read" | "write" | "start";

/** A way in which something below a tool fails. */
export interface FaultKind {
  readonly name: string;
  readonly family: FaultFamily;
  /** What happens, in a sentence about the call. */
  readonly meaning: string;
  /** The operations of the family that fail so. */
  readonly uses: readonly Use[];
  /** The conditions whose codes say what happened; the first is the one that a page shows. */
  readonly expected: readonly Condition[];
  /**
   * Whether it may be an answer as much as a failure: what does not exist may be the question, and not every tool wants
   * JSON. A success then proves nothing.
   */
  readonly isAnswer?: boolean;
  /** The HTTP status, or the exit code. */
  readonly status?: number;
  readonly signal?: "SIGKILL";
  /** How the body of a response with the status 200 is spoilt. */
  readonly body?: "no JSON" | "cut";
}

const outside: readonly Condition[] = ["unavailable", "upstream_failed", "timeout"];
const paths: readonly Use[] = ["open", "find"];
const start: readonly Use[] = ["start"];

const status = (code: number, meaning: string, ...expected: readonly Condition[]): FaultKind => ({
  name: String(code),
  family: "http",
  meaning: `the other server answers ${code} ${meaning}`,
  uses: start,
  expected,
  status: code,
});

/** Every fault, in the order of the matrix. The number of a fault is its place in this list, from 1. */
export const faultKinds: readonly FaultKind[] = [
  {
    name: "ENOENT",
    family: "file",
    meaning: "files and folders do not exist",
    uses: paths,
    expected: ["not_found", "missing_input"],
    isAnswer: true,
  },
  {
    name: "EACCES",
    family: "file",
    meaning: "files may be neither read nor written",
    uses: [...paths, "read", "write"],
    expected: ["permission_denied"],
  },
  { name: "ENOSPC", family: "file", meaning: "the disk is full", uses: ["write"], expected: ["unavailable"] },
  { name: "EMFILE", family: "file", meaning: "too many files are open", uses: ["open"], expected: ["unavailable"] },
  {
    name: "ECONNREFUSED",
    family: "network",
    meaning: "connections are refused",
    uses: start,
    expected: outside,
  },
  { name: "ECONNRESET", family: "network", meaning: "connections are cut", uses: start, expected: outside },
  { name: "ENOTFOUND", family: "network", meaning: "no host has an address", uses: start, expected: outside },
  { name: "hang", family: "network", meaning: "the other side never answers", uses: start, expected: outside },
  status(400, "Bad Request", "invalid_input", "missing_input", "upstream_failed"),
  status(401, "Unauthorized", "unauthenticated", "permission_denied"),
  status(403, "Forbidden", "permission_denied", "unauthenticated"),
  { ...status(404, "Not Found", "not_found", "unknown_operation"), isAnswer: true },
  status(409, "Conflict", "conflict", "already_exists"),
  status(429, "Too Many Requests", "rate_limited"),
  status(500, "Internal Server Error", "upstream_failed", "unavailable"),
  status(503, "Service Unavailable", "unavailable", "upstream_failed"),
  {
    name: "bad JSON",
    family: "http",
    meaning: "the other server answers 200 with a body that is no JSON",
    uses: start,
    expected: ["data_corrupt", "upstream_failed"],
    isAnswer: true,
    status: 200,
    body: "no JSON",
  },
  {
    name: "cut body",
    family: "http",
    meaning: "the other server answers 200 and ends in the middle of the body",
    uses: start,
    expected: ["upstream_failed", "unavailable", "data_corrupt", "timeout"],
    status: 200,
    body: "cut",
  },
  {
    name: "exit 1",
    family: "child",
    meaning: "child processes end with the exit code 1",
    uses: start,
    expected: ["upstream_failed", "unavailable"],
    status: 1,
  },
  {
    name: "SIGKILL",
    family: "child",
    meaning: "child processes are killed",
    uses: start,
    expected: ["upstream_failed", "unavailable", "timeout", "cancelled"],
    signal: "SIGKILL",
  },
];

/** The family of the operations that a fault makes fail. */
export const familyOf = ({ family }: FaultKind): FaultFamily => (family === "http" ? "network" : family);

/** The number of a fault, by which prover and server name it; 0 is no fault. */
export const numberOf = (kind: FaultKind | undefined): number => (kind ? faultKinds.indexOf(kind) + 1 : 0);
