import type { Condition } from "../../contract/condition-statuses.js";

/** The part of Node below a tool that a fault makes fail. */
export type FaultFamily = "file" | "network" | "http" | "child";

/** What an operation does: look a path up, read or write what is open, write anything, or start something. */
export type Use = "open" | "find" | "read" | "write" | "start";

/** What holds for every fault. */
interface Fault {
  readonly name: string;
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
}

/** An operation of a file system fails with an error of the system. */
interface FileFault extends Fault {
  readonly family: "file";
  readonly errno: string;
}

/**
 * A connection fails with an error of the system, when its host is looked up, when it is opened, or when something was
 * written to it. Without an error, what was written is never answered.
 */
type NetworkFault = Fault & { readonly family: "network" } & (
    { readonly at: "lookup" | "connect"; readonly errno: string } | { readonly at: "exchange"; readonly errno?: string }
  );

/** A request gets a response. */
export interface HttpFault extends Fault {
  readonly family: "http";
  readonly at: "exchange";
  readonly status: number;
  /** How the body of the response is spoilt. */
  readonly body?: "no JSON" | "cut";
}

/** A child process ends with an exit code or by a signal. */
type ChildFault = Fault & { readonly family: "child" } & (
    | { readonly status: number; readonly signal?: undefined }
    | { readonly status?: undefined; readonly signal: NodeJS.Signals }
  );

/** A way in which something below a tool fails: a whole row, by which server and judge know all that it does. */
export type FaultKind = FileFault | NetworkFault | HttpFault | ChildFault;

const outside: readonly Condition[] = ["unavailable", "upstream_failed", "timeout"];
const paths: readonly Use[] = ["open", "find"];
const start: readonly Use[] = ["start"];

const status = (code: number, meaning: string, ...expected: readonly Condition[]): HttpFault => ({
  name: String(code),
  family: "http",
  at: "exchange",
  meaning: `the other server answers ${code} ${meaning}`,
  uses: start,
  expected,
  status: code,
});

const connection = (errno: string, at: "lookup" | "connect" | "exchange", meaning: string): NetworkFault => ({
  name: errno,
  family: "network",
  at,
  errno,
  meaning,
  uses: start,
  expected: outside,
});

/** Every fault, in the order of the matrix. The number of a fault is its place in this list, from 1. */
export const faultKinds: readonly FaultKind[] = [
  {
    name: "ENOENT",
    family: "file",
    errno: "ENOENT",
    meaning: "files and folders do not exist",
    uses: paths,
    expected: ["not_found", "missing_input"],
    isAnswer: true,
  },
  {
    name: "EACCES",
    family: "file",
    errno: "EACCES",
    meaning: "files may be neither read nor written",
    uses: [...paths, "read", "write"],
    expected: ["permission_denied"],
  },
  {
    name: "ENOSPC",
    family: "file",
    errno: "ENOSPC",
    meaning: "the disk is full",
    uses: ["write"],
    expected: ["unavailable"],
  },
  {
    name: "EMFILE",
    family: "file",
    errno: "EMFILE",
    meaning: "too many files are open",
    uses: ["open"],
    expected: ["unavailable"],
  },
  connection("ECONNREFUSED", "connect", "connections are refused"),
  connection("EHOSTUNREACH", "connect", "no way leads to the other side"),
  connection("ECONNRESET", "exchange", "connections are cut"),
  connection("ENOTFOUND", "lookup", "no host has an address"),
  {
    name: "hang",
    family: "network",
    at: "exchange",
    meaning: "the other side never answers",
    uses: start,
    expected: outside,
  },
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
    at: "exchange",
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
    at: "exchange",
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
