/// <reference lib="es2024.string" />
import type { JSONObject, JSONValue } from "./json-value.js";
import { defineMember, isError, readMember, tryTo } from "./read.js";

/** How much of a value `toJSONSafe` keeps. Lengths are in UTF-16 code units. */
export interface JSONLimits {
  /** The number of levels of nested objects and arrays; a deeper value is `"[Truncated]"`. */
  readonly depth: number;
  /** Length of one string; the rest is replaced by `…[Truncated: N more characters]`. */
  readonly text: number;
  /** Entries of one object or array; a last entry has the number of those left out. */
  readonly entries: number;
  /** The number of values in all, `undefined` among them. */
  readonly nodes: number;
  /** Length of all strings and keys together. */
  readonly size: number;
}

/** The limits that every envelope keeps. */
export const jsonLimits: JSONLimits = { depth: 16, text: 10_000, entries: 1_000, nodes: 10_000, size: 200_000 };

const keyLimits: JSONLimits = { depth: 2, text: 100, entries: 10, nodes: 20, size: 200 };

const truncated = "[Truncated]";
const circular = "[Circular]";
const unreadable = "[Unreadable]";

/**
 * Converts any value to one that JSON can hold, and shares no object with it. What cannot be kept is a mark:
 * `"[Circular]"`, `"[Unreadable]"`, `"[Truncated]"` beyond `limits`. The same value has the same result. Never throws.
 */
export function toJSONSafe(value: unknown, limits: JSONLimits = jsonLimits): JSONValue {
  // Only on a full stack is there no copy.
  const copy = tryTo(() => new Copier(limits).copy(value, 0) ?? null);
  return copy === undefined ? unreadable : copy;
}

/** The same value, the same bytes. Never throws. */
export function stringify(value: unknown, limits: JSONLimits = jsonLimits): string {
  return JSON.stringify(toJSONSafe(value, limits));
}

export const isList = (value: JSONValue): value is readonly JSONValue[] => Array.isArray(value);

/** Replaces lone surrogates, and cuts a string that is longer than `limit` code units with a visible marker. */
export function toSafeText(text: string, limit: number = jsonLimits.text): string {
  const kept =
    text.length > limit ? `${text.slice(0, limit)}…[Truncated: ${text.length - limit} more characters]` : text;
  return kept.isWellFormed() ? kept : kept.toWellFormed();
}

/** Characters that JSON leaves as they are, and by which a terminal or editor shows a line as it is not. */
const marks = /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** Escapes C1 controls, ends of lines and bidirectional marks in a JSON text, where they stand only inside strings. */
export function escapeMarks(text: string): string {
  return text.replace(marks, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Copies one value. The result of `copy` is `undefined` for a member that JSON leaves out. */
class Copier {
  readonly #limits: JSONLimits;
  readonly #ancestors: object[] = [];
  readonly #keys = new Map<object, readonly string[]>();
  #nodes: number;
  #size: number;

  constructor(limits: JSONLimits) {
    this.#limits = limits;
    this.#nodes = limits.nodes;
    this.#size = limits.size;
  }

  copy(value: unknown, depth: number): JSONValue | undefined {
    // A list of `undefined` is written as one of nulls.
    const isBeyond = this.#nodes-- <= 0;
    if (value === undefined) return undefined;
    if (isBeyond) return truncated;
    switch (typeof value) {
      case "string":
        return this.#copyText(value);
      case "number":
        // JSON has one zero, so that reading the text back gives the same value.
        return Number.isFinite(value) ? value || 0 : String(value);
      case "boolean":
        return value;
      case "bigint":
        return this.#copyText(formatBigint(value, this.#limits.text));
      case "symbol":
        return this.#copyText(String(value));
      case "function":
        return this.#copyText(formatFunction(value));
      default:
        return value === null ? null : this.#copyObject(value, depth);
    }
  }

  #copyText(text: string): string {
    const kept = toSafeText(text, Math.max(0, Math.min(this.#limits.text, this.#size)));
    this.#size -= kept.length;
    return kept;
  }

  #copyObject(value: object, depth: number): JSONValue | undefined {
    if (this.#ancestors.includes(value)) return circular;
    if (depth >= this.#limits.depth) return truncated;
    this.#ancestors.push(value);
    try {
      return this.#convertObject(value, depth);
    } catch {
      // The reader sees where something was that could not be read.
      return unreadable;
    } finally {
      this.#ancestors.pop();
    }
  }

  #convertObject(value: object, depth: number): JSONValue | undefined {
    if (isError(value)) return this.#copyError(value);
    if (ArrayBuffer.isView(value)) return this.#copyText(`[${value.constructor.name}: ${value.byteLength} bytes]`);
    if (value instanceof Date) return formatDate(value);
    if (value instanceof RegExp) return this.#copyText(String(value));
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return this.copy(value.valueOf(), depth + 1);
    }

    const replacement = callToJSON(value);
    if (typeof replacement !== "object" || replacement === null) return this.copy(replacement, depth);
    if (Array.isArray(replacement)) return this.#copyArray(replacement, depth);
    if (replacement instanceof Set) return this.#copyArray(this.#takeFirst(replacement), depth, replacement.size);
    if (replacement instanceof Map) return this.#copyMap(replacement, depth);
    if (replacement !== value && isError(replacement)) return this.#copyError(replacement);
    return this.#copyMembers(replacement, depth);
  }

  /** Copies the three members that specification 001 section 3 requires. */
  #copyError(error: object): JSONObject {
    const message = readMember(error, "message");
    const name = readMember(error, "name");
    return {
      message: this.#copyText(typeof message === "string" ? message : ""),
      code: this.#readCode(error),
      name: this.#copyText(typeof name === "string" ? name : "Error"),
    };
  }

  #readCode(error: object): string | number | null {
    // Contract errors and their forerunners have their code under `error_code`.
    for (const code of [readMember(error, "code"), readMember(error, "error_code")]) {
      if (typeof code === "string") return this.#copyText(code);
      if (typeof code === "number" && Number.isFinite(code)) return code || 0;
    }
    return null;
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- a proxy may answer anything
  #copyArray(values: readonly unknown[], depth: number, length = Number(values.length)): JSONValue[] {
    const copy: JSONValue[] = [];
    for (let index = 0; index < length && index < this.#limits.entries && !this.#isExhausted(); index++) {
      copy.push(this.#copyMember(values, index, depth) ?? null);
    }
    if (copy.length < length) copy.push(`[Truncated: ${length - copy.length} more entries]`);
    return copy;
  }

  #copyMap(map: ReadonlyMap<unknown, unknown>, depth: number): JSONObject {
    const members: Record<string, unknown> = {};
    for (const [key, value] of this.#takeFirst(map))
      setMember(members, typeof key === "string" ? key : stringify(key, keyLimits), value);
    return this.#copyMembers(members, depth, map.size - Object.keys(members).length);
  }

  #copyMembers(value: object, depth: number, absent = 0): JSONObject {
    const keys = this.#listKeys(value);
    const copy: Record<string, JSONValue> = {};
    let seen = 0;
    for (const key of keys) {
      if (seen >= this.#limits.entries || this.#isExhausted()) break;
      seen++;
      const member = this.#copyMember(value, key, depth);
      if (member !== undefined) setMember(copy, this.#copyText(key), member);
    }
    const left = keys.length - seen + absent;
    if (left > 0) copy[truncated] = `${left} more entries`;
    return copy;
  }

  #listKeys(value: object): readonly string[] {
    const known = this.#keys.get(value);
    if (known) return known;
    const keys = Object.keys(value);
    if (keys.length > this.#limits.entries) this.#keys.set(value, keys);
    return keys;
  }

  /** Takes as many entries as are kept; a collection may be huge, or its iterator endless. */
  #takeFirst<T>(values: Iterable<T>): T[] {
    const kept: T[] = [];
    for (const value of values) {
      if (kept.length >= this.#limits.entries) break;
      kept.push(value);
    }
    return kept;
  }

  #isExhausted(): boolean {
    return this.#nodes <= 0 || this.#size <= 0;
  }

  #copyMember(owner: object, key: string | number, depth: number): JSONValue | undefined {
    let member: unknown;
    try {
      member = (owner as Record<string | number, unknown>)[key];
    } catch {
      // The others can still be read.
      return unreadable;
    }
    return this.copy(member, depth + 1);
  }
}

/** The members may be readable where `toJSON` throws. */
function callToJSON(value: object): unknown {
  const toJSON = readMember(value, "toJSON");
  if (typeof toJSON !== "function") return value;
  const answer = tryTo(() => ({ json: Reflect.apply(toJSON, value, [""]) as unknown }));
  return answer ? answer.json : value;
}

/** Assigning to `__proto__` would change the prototype instead of adding a member. */
function setMember<T>(target: Record<string, T>, key: string, value: T): void {
  if (key !== "__proto__") target[key] = value;
  else defineMember(target, key, value, true);
}

/** Calls the methods of the prototype, because an instance may have any of its own. */
function formatDate(date: Date): string {
  return Number.isNaN(Date.prototype.getTime.call(date)) ? "Invalid Date" : Date.prototype.toISOString.call(date);
}

/** Formats a bigint. That takes more than linear time, so the length is estimated in bits first. */
function formatBigint(value: bigint, limit: number): string {
  const bound = 1n << BigInt(limit * 3);
  return value < bound && value > -bound ? String(value) : "[Truncated: a bigint]";
}

function formatFunction(value: object): string {
  const name = readMember(value, "name");
  return typeof name === "string" && name !== "" ? `[Function: ${name}]` : "[Function]";
}
