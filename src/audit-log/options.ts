import { hostname } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createOptionError } from "../error/refusal.js";
import { createClock, isRecord, type Clock } from "../json/read.js";
import { createRedaction, secretKeys, secretValues, type Redaction, type RedactOptions } from "../json/redaction.js";
import { stringify } from "../json/to-json-safe.js";

/** When the log begins a new file. */
export interface RotateOptions {
  /** Bytes. A file stays below it, unless a single entry is longer. */
  readonly size?: number;
  /** Milliseconds since the first entry of the file; checked when an entry is written. */
  readonly age?: number;
  /** How many full files are kept; older ones are deleted. All, unless it is given. */
  readonly keep?: number;
}

/** How {@link openAuditLog} writes. */
export interface AuditLogOptions {
  /**
   * Whether an entry is acknowledged only when it is on the disk (default), where it outlives a power failure. With
   * `false` it is passed to the operating system: it outlives the end of this process, but no power failure.
   */
  readonly fsync?: boolean;
  /**
   * Whether each entry carries a number and the hash of the writer's entry before; see `verifyAuditLog`. Default
   * `false`.
   */
  readonly chain?: boolean;
  /** The secrets to remove before an entry is hashed or written; `true` for the well-known forms. Default `false`. */
  readonly redact?: boolean | RedactOptions;
  /** When a new file is begun. Never, unless it is given. */
  readonly rotate?: RotateOptions;
  /** A name for this process in the entries. Default: host name and process id. */
  readonly writer?: string;
  /**
   * The clock for `time`, as a date or milliseconds since 1970; the system's where it throws or returns no valid date.
   */
  readonly now?: Clock;
  /** Receives the problems that the log has handled. Default: `process.emitWarning`. */
  readonly onRecovery?: (notice: AuditNotice) => void;
}

/** The options, checked and complete. */
export interface Settings {
  readonly fsync: boolean;
  readonly chain: boolean;
  readonly redact: Redaction | undefined;
  readonly rotate: RotateOptions;
  readonly writer: string;
  readonly time: () => string;
  readonly onRecovery: ((notice: AuditNotice) => void) | undefined;
}

const caller = "openAuditLog";
const known = ["fsync", "chain", "redact", "rotate", "writer", "now", "onRecovery"];

/** @throws TypeError that names the option. */
export function readSettings(options: unknown = {}): Settings {
  const given = readObject("options", options, known);
  return {
    fsync: readOption("fsync", given.fsync, "true or false", isBoolean) ?? true,
    chain: readOption("chain", given.chain, "true or false", isBoolean) ?? false,
    redact: readRedact(given.redact),
    rotate: readRotate(given.rotate),
    writer:
      readOption("writer", given.writer, "a name of 1 to 200 characters", isName) ?? `${hostname()}:${process.pid}`,
    time: createClock(readOption("now", given.now, "a function", isFunction)),
    onRecovery: readOption("onRecovery", given.onRecovery, "a function", isFunction),
  };
}

/**
 * Returns the absolute path of a log.
 *
 * @throws TypeError when it is neither a path nor a `file:` URL.
 */
export function resolvePath(
  reader: string,
  path: unknown,
  expected = "the path of a file, or its `file:` URL",
): string {
  if (path instanceof URL && path.protocol === "file:") return fileURLToPath(path);
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return resolve(path);
  throw createOptionError(reader, "path", expected, path);
}

function readRedact(value: unknown): Redaction | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return createRedaction({ keys: secretKeys, values: secretValues });
  const { keys, values } = readObject("redact", value, ["keys", "values"]);
  return createRedaction({
    keys: readOption("redact.keys", keys, "an array of strings and regular expressions", isListOfKeys) ?? [],
    values: readOption("redact.values", values, "an array of regular expressions", isListOfPatterns) ?? [],
  });
}

function readRotate(value: unknown): RotateOptions {
  if (value === undefined) return {};
  const given = readObject("rotate", value, ["size", "age", "keep"]);
  const limits = (["size", "age", "keep"] as const).filter((name) => given[name] !== undefined);
  for (const name of limits) {
    const limit = given[name];
    const isWhole = name === "age" || Number.isSafeInteger(limit);
    if (typeof limit !== "number" || !(limit > 0) || !isWhole) {
      const expected = name === "age" ? "a number of milliseconds above 0" : "a whole number above 0";
      throw createOptionError(caller, `rotate.${name}`, expected, limit);
    }
  }
  if (given.keep !== undefined && given.size === undefined && given.age === undefined) {
    throw createOptionError(caller, "rotate.keep", "`size` or `age` beside it", given.keep);
  }
  return Object.fromEntries(limits.map((name) => [name, given[name]]));
}

function readObject(name: string, value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw createOptionError(caller, name, "an object", value);
  const unknown = Object.keys(value).find((key) => !names.includes(key));
  if (unknown === undefined) return value;
  throw new TypeError(
    `${caller}: ${name} has no \`${unknown}\`; it takes ${names.map((key) => `\`${key}\``).join(", ")}`,
  );
}

function readOption<T>(
  name: string,
  value: unknown,
  expected: string,
  fits: (value: unknown) => value is T,
): T | undefined {
  if (value === undefined || fits(value)) return value;
  throw createOptionError(caller, name, expected, value);
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isName = (value: unknown): value is string => typeof value === "string" && value !== "" && value.length <= 200;
const isFunction = (value: unknown): value is () => never => typeof value === "function";
const isPattern = (value: unknown): value is RegExp => value instanceof RegExp;
const isListOfPatterns = (value: unknown): value is readonly RegExp[] => Array.isArray(value) && value.every(isPattern);
const isListOfKeys = (value: unknown): value is readonly (string | RegExp)[] =>
  Array.isArray(value) && value.every((key) => typeof key === "string" || isPattern(key));

/**
 * - `torn-line`: at opening, the file ended in the middle of a line. The entry was never acknowledged; the next one
 *   begins a line of its own.
 * - `truncated`: the file is shorter than after the log's last write.
 * - `deleted`: the file that this log wrote into is gone; a new one was begun.
 * - `rotation-failed`: the file stays in use beyond its size or age.
 */
export type AuditNoticeKind = "torn-line" | "truncated" | "deleted" | "rotation-failed";

/** A problem that the log has handled, and that a person should know about. */
export interface AuditNotice {
  readonly kind: AuditNoticeKind;
  /** The file, as an absolute path. */
  readonly path: string;
  /** The problem in a sentence. */
  readonly message: string;
  /** Where the torn line begins, in bytes from the start of the file. */
  readonly offset?: number;
  /** How long the torn line is. */
  readonly bytes?: number;
  /** Why the rotation failed. */
  readonly cause?: unknown;
}

/** Sends a notice to the caller's own function, else to Node's warnings. */
export function sendNotice(listener: ((notice: AuditNotice) => void) | undefined, notice: AuditNotice): void {
  try {
    // The function may return a promise, though its type says that it returns nothing.
    const answer: unknown = listener?.(notice);
    if (!listener) process.emitWarning(notice.message, { type: "AuditLogWarning", code: notice.kind });
    else {
      Promise.resolve(answer).catch((error: unknown) => {
        // Intended: as below.
        warnOfListener(error, notice);
      });
    }
  } catch (error) {
    // Intended: an error of that function must not cost an entry.
    warnOfListener(error, notice);
  }
}

function warnOfListener(error: unknown, { message }: AuditNotice): void {
  process.emitWarning(`onRecovery failed: ${stringify(error)}`, { type: "AuditLogWarning", detail: message });
}
