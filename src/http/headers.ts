import { isObject, readMember } from "../json/read.js";

export type Headers = Readonly<Record<string, string>>;

const mostHeaders = 1_000;
const mostValues = 10;
const longestValue = 1_000;

export function readHeaders(headers: unknown): Headers {
  const record: Record<string, string> = {};
  if (!isObject(headers)) return record;
  try {
    const isList = typeof readMember(headers, Symbol.iterator) === "function";
    const pairs = isList ? (headers as Iterable<readonly [string, unknown]>) : Object.entries(headers);
    let read = 0;
    for (const [name, value] of pairs) {
      if (read++ === mostHeaders) break;
      if (value === undefined || value === null) continue;
      const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostValues) : [value];
      record[name.toLowerCase()] = values.map((each) => String(each).slice(0, longestValue)).join(", ");
    }
  } catch {
    // The record has the headers that could be read.
  }
  return record;
}

/** Longer waits are mistakes, and would leave the range of dates. */
const longest = 10 * 366 * 86_400;

export function readRetryAfter({ "retry-after": text = "" }: Headers, now: number): number | undefined {
  // Without its weekday, `-1` would be a date too.
  const date = /^\s*[a-z]{3}/iu.test(text) ? Date.parse(text) : Number.NaN;
  const seconds = parseCount(text) ?? (date - now) / 1000;
  return Number.isNaN(seconds) ? undefined : clampSeconds(seconds);
}

export const clampSeconds = (seconds: number): number => Math.min(Math.max(0, Math.ceil(seconds)), longest);

/** Converts a reset: seconds from now, or a time in seconds or milliseconds since 1970. */
export function toSecondsFromNow(reset: number, now: number): number {
  if (reset < 1e9) return clampSeconds(reset);
  return clampSeconds((reset > 1e11 ? reset / 1000 : reset) - now / 1000);
}

export function parseCount(text: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\.\d+)?\s*(?:[,;]|$)/u.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}
