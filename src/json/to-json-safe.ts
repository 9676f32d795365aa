/// <reference lib="es2024.string" />

/** A value that JSON can hold. */
export type JSONValue = string | number | boolean | null | JSONObject | readonly JSONValue[];

/** An object that JSON can hold. */
export interface JSONObject {
  readonly [key: string]: JSONValue;
}

/** How much of a value {@link toJSONSafe} keeps. Lengths are in UTF-16 code units. */
export interface JSONLimits {
  /** Nested objects and arrays; what lies deeper is `"[Truncated]"`. */
  readonly depth: number;
  /** Length of one string; the rest is replaced by `…[Truncated: N more characters]`. */
  readonly text: number;
  /** Entries of one object or array; a last entry says how many were left out. */
  readonly entries: number;
  /** Values in all. */
  readonly nodes: number;
  /** Length of all strings and keys together. */
  readonly size: number;
}

/** The limits that every envelope keeps. */
export const jsonLimits: JSONLimits = { depth: 16, text: 10_000, entries: 1_000, nodes: 10_000, size: 200_000 };

/** Stands for what lies beyond a limit. */
const truncated = "[Truncated]";
/** Stands for an object that contains itself. */
const circular = "[Circular]";
/** Stands for what throws when it is read. */
const unreadable = "[Unreadable]";

/**
 * Any JavaScript value as one that JSON holds, for whatever a program may throw or attach to an error. The same value
 * gives the same result, and keys keep their order.
 *
 * - Errors become `{ message, code, name }`, `code` being null where there is none, dates their ISO string, maps
 *   objects, sets arrays, regular expressions their source, binary data a note of its length.
 * - What JSON has no word for becomes a string: bigints, symbols, functions, `NaN`, infinities. In an object, a member
 *   that is `undefined` is left out.
 * - `toJSON` methods are respected; one that throws is ignored.
 * - A cycle reads `"[Circular]"`, what cannot be read `"[Unreadable]"`, what exceeds `limits` `"[Truncated]"`.
 * - Lone surrogates become U+FFFD.
 *
 * @param limits how much to keep; see {@link jsonLimits} for the default.
 * @returns a copy that shares no object with `value`. Never throws.
 */
export function toJSONSafe(value: unknown, limits: JSONLimits = jsonLimits): JSONValue {
  try {
    return new Copy(limits).of(value, 0) ?? null;
  } catch {
    // The only way here is a stack that was exhausted before the call.
    return unreadable;
  }
}

/**
 * The JSON text of any value: the same value, the same bytes.
 *
 * @see toJSONSafe for what becomes of values that JSON cannot hold. Never throws.
 */
export function stringify(value: unknown, limits: JSONLimits = jsonLimits): string {
  return JSON.stringify(toJSONSafe(value, limits));
}

/** A string without lone surrogates, cut with a visible marker when it is longer than `limit` code units. */
export function safeText(text: string, limit: number = jsonLimits.text): string {
  const kept =
    text.length > limit ? `${text.slice(0, limit)}…[Truncated: ${text.length - limit} more characters]` : text;
  return kept.isWellFormed() ? kept : kept.toWellFormed();
}

/** What `owner[key]` holds, or `undefined` where it cannot be read. */
export function readable(owner: unknown, key: string): unknown {
  try {
    return (owner as Record<string, unknown> | null | undefined)?.[key];
  } catch {
    // A getter or a proxy threw.
    return undefined;
  }
}

/** One walk over a value. The result of `of` is `undefined` for what JSON leaves out. */
class Copy {
  readonly #limits: JSONLimits;
  readonly #ancestors: object[] = [];
  #nodes: number;
  #size: number;

  constructor(limits: JSONLimits) {
    this.#limits = limits;
    this.#nodes = limits.nodes;
    this.#size = limits.size;
  }

  of(value: unknown, depth: number): JSONValue | undefined {
    if (value === undefined) return undefined;
    if (this.#nodes-- <= 0) return truncated;
    switch (typeof value) {
      case "string":
        return this.#text(value);
      case "number":
        // JSON has one zero, so that reading the text back gives what was written.
        return Number.isFinite(value) ? value || 0 : String(value);
      case "boolean":
        return value;
      case "bigint":
        return this.#text(bigintText(value, this.#limits.text));
      case "symbol":
        return this.#text(String(value));
      case "function":
        return this.#text(functionText(value));
      default:
        return value === null ? null : this.#object(value, depth);
    }
  }

  #text(text: string): string {
    const kept = safeText(text, Math.max(0, Math.min(this.#limits.text, this.#size)));
    this.#size -= kept.length;
    return kept;
  }

  #object(value: object, depth: number): JSONValue | undefined {
    if (this.#ancestors.includes(value)) return circular;
    if (depth >= this.#limits.depth) return truncated;
    this.#ancestors.push(value);
    try {
      return this.#converted(value, depth);
    } catch {
      // The reader sees where something was that could not be read.
      return unreadable;
    } finally {
      this.#ancestors.pop();
    }
  }

  #converted(value: object, depth: number): JSONValue | undefined {
    if (isError(value)) return this.#error(value);
    if (ArrayBuffer.isView(value)) return this.#text(`[${value.constructor.name}: ${value.byteLength} bytes]`);
    if (value instanceof Date) return dateText(value);
    if (value instanceof RegExp) return this.#text(String(value));
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      return this.of(value.valueOf(), depth + 1);
    }

    const replacement = replacementOf(value);
    if (typeof replacement !== "object" || replacement === null) return this.of(replacement, depth);
    if (Array.isArray(replacement)) return this.#array(replacement, depth);
    if (replacement instanceof Set) return this.#array(this.#first(replacement), depth, replacement.size);
    if (replacement instanceof Map) return this.#map(replacement, depth);
    if (replacement !== value && isError(replacement)) return this.#error(replacement);
    return this.#members(replacement, depth);
  }

  /** The three members that specification 001 section 3 asks for. */
  #error(error: object): JSONObject {
    const message = readable(error, "message");
    const name = readable(error, "name");
    return {
      message: this.#text(typeof message === "string" ? message : ""),
      code: this.#code(error),
      name: this.#text(typeof name === "string" ? name : "Error"),
    };
  }

  #code(error: object): string | number | null {
    // Contract errors and their forerunners have their code under `error_code`.
    for (const code of [readable(error, "code"), readable(error, "error_code")]) {
      if (typeof code === "string") return this.#text(code);
      if (typeof code === "number" && Number.isFinite(code)) return code || 0;
    }
    return null;
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-conversion -- a proxy may answer anything
  #array(values: readonly unknown[], depth: number, length = Number(values.length)): JSONValue[] {
    const copy: JSONValue[] = [];
    for (let index = 0; index < length && index < this.#limits.entries && !this.#isExhausted(); index++) {
      copy.push(this.#member(values, index, depth) ?? null);
    }
    if (copy.length < length) copy.push(`[Truncated: ${length - copy.length} more entries]`);
    return copy;
  }

  #map(map: ReadonlyMap<unknown, unknown>, depth: number): JSONObject {
    const members: Record<string, unknown> = {};
    for (const [key, value] of this.#first(map))
      setMember(members, typeof key === "string" ? key : stringify(key), value);
    return this.#members(members, depth, map.size - Object.keys(members).length);
  }

  #members(value: object, depth: number, absent = 0): JSONObject {
    const keys = Object.keys(value);
    const copy: Record<string, JSONValue> = {};
    let seen = 0;
    for (const key of keys) {
      if (seen >= this.#limits.entries || this.#isExhausted()) break;
      seen++;
      const member = this.#member(value, key, depth);
      if (member !== undefined) setMember(copy, this.#text(key), member);
    }
    const left = keys.length - seen + absent;
    if (left > 0) copy[truncated] = `${left} more entries`;
    return copy;
  }

  /** As many entries as are kept; a collection may be huge, or its iterator endless. */
  #first<T>(values: Iterable<T>): T[] {
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

  #member(owner: object, key: string | number, depth: number): JSONValue | undefined {
    let member: unknown;
    try {
      member = (owner as Record<string | number, unknown>)[key];
    } catch {
      // The others can still be read.
      return unreadable;
    }
    return this.of(member, depth + 1);
  }
}

/** Whether a value is an error, also one of another realm, such as a `vm` context. Never throws. */
export function isError(value: unknown): value is Error {
  try {
    return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
  } catch {
    // A proxy that was revoked is nothing any more.
    return false;
  }
}

/** What an object's `toJSON` answers, else the object itself. */
function replacementOf(value: object): unknown {
  try {
    const { toJSON } = value as { toJSON?: unknown };
    return typeof toJSON === "function" ? Reflect.apply(toJSON, value, [""]) : value;
  } catch {
    // What `toJSON` hides may be readable.
    return value;
  }
}

/** Assigning to `__proto__` would change the prototype instead of adding a member. */
function setMember<T>(target: Record<string, T>, key: string, value: T): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Asks the prototype, because an instance may answer anything. */
function dateText(date: Date): string {
  return Number.isNaN(Date.prototype.getTime.call(date)) ? "Invalid Date" : Date.prototype.toISOString.call(date);
}

/** The digits of a bigint. Printing takes more than linear time, so the length is judged in bits first. */
function bigintText(value: bigint, limit: number): string {
  const bound = 1n << BigInt(limit * 3);
  return value < bound && value > -bound ? String(value) : "[Truncated: a bigint]";
}

function functionText(value: object): string {
  const name = readable(value, "name");
  return typeof name === "string" && name !== "" ? `[Function: ${name}]` : "[Function]";
}
