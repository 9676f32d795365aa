import type { ContractData } from "../contract/contract-data.js";
import type { FailuresFile } from "./proof/join-failures.js";
import type { Limits } from "./server/session.js";
import type { Input } from "./calls/valid-input.js";

/** What is proved, and how. */
export interface ProveOptions {
  /** The command that starts the server, or its address. */
  readonly target:
    { readonly command: readonly string[] } | { readonly url: URL; readonly headers: Readonly<Record<string, string>> };
  readonly cwd: string;
  readonly limits: Limits;
  /** The bound on the whole, in milliseconds. */
  readonly whole: number;
  readonly seed?: number | undefined;
  /** How many wrong inputs of each kind are tried. */
  readonly tries: number;
  /** The contract that the server follows; without, the one that its answers show. */
  readonly contract?: ContractData | undefined;
  /** Inputs by the name of their tool. */
  readonly inputs: Readonly<Record<string, Input>>;
  /** Codes or conditions by the name of a column, or of a tool, a colon and a column. */
  readonly expect: Readonly<Record<string, readonly (string | number)[]>>;
  /** What each tool can answer by its source, and the name of the file that says so. */
  readonly failures?: { readonly name: string; readonly lines: FailuresFile } | undefined;
  /** Tools that are called first, whenever the server has been started, such as the one that begins a session. */
  readonly first: readonly string[];
  /** Tools that are called although nothing holds them back. */
  readonly allow: readonly string[];
  /** The tools and columns that are looked at; all where none is named. */
  readonly only: { readonly operations: readonly string[]; readonly columns: readonly string[] };
  readonly audit?: string | undefined;
  /** The most calls that are worked on at once; those that wait do not count. */
  readonly jobs: number;
  /** The most memory of each process of the server, in megabytes. */
  readonly memory: number;
  /** Files and folders that the server may write to: to a copy of them, behind the wall of files. */
  readonly writable: readonly string[];
  /** Says what is being done. */
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}
