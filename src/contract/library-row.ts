import type { Condition } from "./condition-statuses.js";

/** A type, `any` where a member need only be there, a pattern (it begins with `^`), or values, of which it has one. */
export type MemberTest =
  | "string"
  | "number"
  | "boolean"
  | "object"
  | "list"
  | "function"
  | "undefined"
  | "any"
  | `^${string}`
  | readonly (string | number | boolean | null)[];

/**
 * What is known of the errors of a library: how they look, what they mean, and where status, wait and original stand.
 * Plain data. Members are given by dotted paths, such as `response.status` or `errors.0.reason`.
 */
export interface LibraryRow {
  /** The library whose errors look so, with its version. For people: nothing is decided by it. */
  readonly library: string;
  /**
   * The packages that fail so, as they are imported, with spaces between; `@aws-sdk/*` is all of a scope, and `fetch`
   * the function of the platform. The lock file of failures names them; an error is known by how it looks alone.
   */
  readonly packages?: string;
  /** Where the meanings are written down. */
  readonly source: string;
  /** What an error of the library has: all must fit. Without it any error fits whose value at `at` has a meaning. */
  readonly members?: Readonly<Record<string, MemberTest>>;
  /** Where the name of the failure stands; of several places, with spaces between, the first that means anything. */
  readonly at?: string;
  /** The names, with spaces between, by condition. `08*` begins so, `*Fault` ends so; whole names come first. */
  readonly means?: Readonly<Partial<Record<Condition, string>>>;
  /** Messages that say the condition, each a sentence of the library's own; one that ends in a space goes on. */
  readonly says?: Readonly<Partial<Record<Condition, readonly string[]>>>;
  /** Where an HTTP status stands that decides where no name does. */
  readonly status?: string;
  /** The condition where neither a name nor a status decides. */
  readonly otherwise?: Condition;
  /** Whether the original error, a cause or a status says more than this row, where there is one. */
  readonly isGeneral?: boolean;
  /** Where the original error stands, beside `cause`. */
  readonly original?: string;
  /** Where the time to wait stands. */
  readonly wait?: string;
  /** The unit of `wait` where it is a number. Default: `s`. */
  readonly unit?: "s" | "ms";
  /** Where the headers of a response stand. */
  readonly headers?: string;
}
