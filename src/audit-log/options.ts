import { hostname } from "node:os";
import type { AuditNotice } from "./notice.js";
import { createRedaction, secretKeys, secretValues, type Redaction, type RedactOptions } from "../json/redaction.js";

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
  readonly now?: () => Date | number;
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

const known = ["fsync", "chain", "redact", "rotate", "writer", "now", "onRecovery"];

/** @throws TypeError that names the option. */
export function readSettings(options: unknown = {}): Settings {
  const given = readObject("options", options, known);
  return {
    fsync: readFlag("fsync", given.fsync, true),
    chain: readFlag("chain", given.chain, false),
    redact: readRedact(given.redact),
    rotate: readRotate(given.rotate),
    writer: readWriter(given.writer),
    time: createClock(readCallback("now", given.now) as AuditLogOptions["now"]),
    onRecovery: readCallback("onRecovery", given.onRecovery) as AuditLogOptions["onRecovery"],
  };
}

function readRedact(value: unknown): Redaction | undefined {
  if (value === undefined || value === false) return undefined;
  if (value === true) return createRedaction({ keys: secretKeys, values: secretValues });
  const { keys, values } = readObject("redact", value, ["keys", "values"]);
  return createRedaction({
    keys: readList("redact.keys", keys, "strings and regular expressions", isKey),
    values: readList("redact.values", values, "regular expressions", (item) => item instanceof RegExp),
  });
}

const isKey = (item: unknown): item is string | RegExp => typeof item === "string" || item instanceof RegExp;

function readRotate(value: unknown): RotateOptions {
  if (value === undefined) return {};
  const given = readObject("rotate", value, ["size", "age", "keep"]);
  const limits = (["size", "age", "keep"] as const).filter((name) => given[name] !== undefined);
  for (const name of limits) {
    const limit = given[name];
    const isWhole = name === "age" || Number.isSafeInteger(limit);
    if (typeof limit !== "number" || !(limit > 0) || !isWhole) {
      throw createOptionError(
        `rotate.${name}`,
        name === "age" ? "a number of milliseconds above 0" : "a whole number above 0",
        limit,
      );
    }
  }
  if (given.keep !== undefined && given.size === undefined && given.age === undefined) {
    throw createOptionError("rotate.keep", "`size` or `age` beside it", given.keep);
  }
  return Object.fromEntries(limits.map((name) => [name, given[name]]));
}

function readWriter(value: unknown): string {
  if (value === undefined) return `${hostname()}:${process.pid}`;
  if (typeof value === "string" && value !== "" && value.length <= 200) return value;
  throw createOptionError("writer", "a name of 1 to 200 characters", value);
}

function createClock(now: AuditLogOptions["now"]): () => string {
  return () => {
    try {
      if (now) return new Date(now()).toISOString();
    } catch {
      // A clock that is broken must not cost an entry.
    }
    return new Date().toISOString();
  };
}

function readObject(name: string, value: unknown, names: readonly string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw createOptionError(name, "an object", value);
  const unknown = Object.keys(value).find((key) => !names.includes(key));
  if (unknown === undefined) return value as Record<string, unknown>;
  throw new TypeError(
    `openAuditLog: ${name} has no \`${unknown}\`; it takes ${names.map((key) => `\`${key}\``).join(", ")}`,
  );
}

function readFlag(name: string, value: unknown, absent: boolean): boolean {
  if (value === undefined) return absent;
  if (typeof value === "boolean") return value;
  throw createOptionError(name, "true or false", value);
}

function readCallback(name: string, value: unknown): unknown {
  if (value === undefined || typeof value === "function") return value;
  throw createOptionError(name, "a function", value);
}

function readList<T>(name: string, value: unknown, what: string, fits: (item: unknown) => item is T): readonly T[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every(fits)) return value;
  throw createOptionError(name, `an array of ${what}`, value);
}

function createOptionError(name: string, expected: string, value: unknown): TypeError {
  const found = typeof value === "string" ? JSON.stringify(value) : typeof value === "number" ? value : typeof value;
  return new TypeError(`openAuditLog: \`${name}\` must be ${expected}, not ${value === null ? "null" : found}`);
}
