import { hostname } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createOptionError, readOptions, type OptionRows } from "../error/refusal.js";
import { isFunction, isRecord, tryTo } from "../json/read.js";
import { createRedaction, redactionRows, type Redaction, type RedactOptions } from "../json/redaction.js";
import { secretKeys, secretValues } from "../json/secrets.js";
import { stringify } from "../json/to-json-safe.js";

/** When the log begins a new file. */
export interface RotateOptions {
  /** Bytes. A file stays below it, unless a single entry is longer. Default: no limit. */
  readonly size?: number;
  /** Milliseconds since the first entry of the file; checked when an entry is written. Default: no limit. */
  readonly age?: number;
  /** How many full files are kept; older ones are deleted. All, unless it is given. */
  readonly keep?: number;
}

/** How {@link openAuditLog} writes. */
export interface AuditLogOptions {
  /** Whether an entry is acknowledged only on the disk (default). With `false` it may not outlive a power failure. */
  readonly fsync?: boolean;
  /** Whether each entry has a number and the hash of the writer's entry before. Default: whether there is a `key`. */
  readonly chain?: boolean;
  /**
   * A secret, such as 32 random bytes, that signs each entry of the chain with HMAC-SHA-256; a line end is left out.
   * Without it no entry is signed.
   */
  readonly key?: string | Uint8Array;
  /** The secrets to remove before an entry is hashed or written; `true` for the well-known forms. Default `false`. */
  readonly redact?: boolean | RedactOptions;
  /** When a new file is begun. Never, unless it is given. */
  readonly rotate?: RotateOptions;
  /** A name for this process in the entries. Default: host name and process id. */
  readonly writer?: string;
  /** The clock for `time`; the system's where it throws or returns no valid date. Default: the system's. */
  readonly now?: () => Date | number;
  /** Receives the problems that the log has handled. Default: `process.emitWarning`. */
  readonly onRecovery?: (notice: AuditNotice) => void;
}

export interface Settings extends Required<Pick<AuditLogOptions, "fsync" | "chain" | "rotate" | "writer">> {
  readonly key: Uint8Array | undefined;
  readonly redact: Redaction | undefined;
  readonly time: () => string;
  readonly onRecovery: AuditLogOptions["onRecovery"];
}

const caller = "openAuditLog";

const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isName = (value: unknown): boolean => typeof value === "string" && value !== "" && value.length <= 200;
export const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

export function isSecret(value: unknown): value is string | Uint8Array {
  return (typeof value === "string" || value instanceof Uint8Array) && toKeyBytes(value).length > 0;
}

/** Returns the bytes of a key without the line end that an editor may have put behind them. */
export function toKeyBytes(key: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(key as Uint8Array);
  if (bytes.at(-1) !== 0x0a) return bytes;
  return bytes.subarray(0, bytes.at(-2) === 0x0d ? -2 : -1);
}

const optionRows: OptionRows<AuditLogOptions> = {
  fsync: { expected: "true or false", fits: isBoolean, usual: true },
  chain: { expected: "true or false", fits: isBoolean },
  key: { expected: "a text or bytes, not empty", fits: isSecret },
  redact: { expected: "true, false or an object", fits: (value) => isBoolean(value) || isRecord(value) },
  rotate: { expected: "an object", fits: isRecord, usual: {} },
  writer: { expected: "a name of 1 to 200 characters", fits: isName },
  now: { expected: "a function", fits: isFunction },
  onRecovery: { expected: "a function", fits: isFunction },
};

const rotateRows: OptionRows<RotateOptions> = {
  size: { expected: "a whole number above 0", fits: isCount },
  age: { expected: "a number of milliseconds above 0", fits: (value) => typeof value === "number" && value > 0 },
  keep: { expected: "a whole number above 0", fits: isCount },
};

export function readSettings(options: unknown): Settings {
  const given = readOptions(caller, options, optionRows);
  const { fsync = true, key, writer = `${hostname()}:${process.pid}`, now, onRecovery } = given;
  const { chain = key !== undefined } = given;
  if (key !== undefined && !chain) throw createOptionError(caller, "chain", "true beside a `key`", chain);
  return {
    fsync,
    chain,
    key: key === undefined ? undefined : toKeyBytes(key),
    redact: readRedact(given.redact),
    rotate: readRotate(given.rotate),
    writer,
    time: () => tryTo(() => new Date(now!()).toISOString()) ?? new Date().toISOString(),
    onRecovery,
  };
}

function readRedact(value: AuditLogOptions["redact"]): Redaction | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return createRedaction({ keys: secretKeys, values: secretValues });
  return createRedaction(readOptions<RedactOptions>(caller, value, redactionRows, "redact."));
}

function readRotate(value: RotateOptions = {}): RotateOptions {
  const rotate = readOptions(caller, value, rotateRows, "rotate.");
  const { size, age, keep } = rotate;
  if (keep !== undefined && size === undefined && age === undefined) {
    throw createOptionError(caller, "rotate.keep", "`size` or `age` beside it", keep);
  }
  return rotate;
}

/** @throws TypeError when it is neither a path nor a `file:` URL. */
export function resolvePath(
  reader: string,
  path: unknown,
  expected = "the path of a file, or its `file:` URL",
): string {
  if (path instanceof URL && path.protocol === "file:") return fileURLToPath(path);
  if (typeof path === "string" && path !== "" && !path.includes("\0")) return resolve(path);
  throw createOptionError(reader, "path", expected, path);
}

/**
 * - `torn-line`: at opening, the file ended in the middle of a line, whose entry was never acknowledged.
 * - `truncated`: the file is shorter than after the log's last write.
 * - `deleted`: the file that this log wrote into is gone; a new one was begun.
 * - `rotation-failed`: the file stays in use beyond its size or age.
 * - `shared`: the file has got another name (a hard link), owner or rights since it was opened.
 */
export type AuditNoticeKind = "torn-line" | "truncated" | "deleted" | "rotation-failed" | "shared";

/** A problem that the log has handled, and that a person should know about. */
export interface AuditNotice {
  /** What the log has found. */
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
