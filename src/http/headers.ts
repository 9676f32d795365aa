import { isObject, listCauses, readMember } from "../json/read.js";

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

const clampSeconds = (seconds: number): number => Math.min(Math.max(0, Math.ceil(seconds)), longest);

/** Converts a reset: seconds from now, or a time in seconds or milliseconds since 1970. */
export function toSecondsFromNow(reset: number, now: number): number {
  if (reset < 1e9) return clampSeconds(reset);
  return clampSeconds((reset > 1e11 ? reset / 1000 : reset) - now / 1000);
}

export function parseCount(text: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\.\d+)?\s*(?:[,;]|$)/u.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const waits = ["retry_after", "retry_after_seconds", "retryAfter"];

/** In the `Retry-After` header or a member of such a name, of the failure or one of its causes. Never throws. */
export function findWait(failure: unknown, now: number): number | undefined {
  if (!isObject(failure)) return undefined;
  for (const cause of listCauses(failure)) {
    for (const owner of [cause, ...waitHolders.map((name) => readMember(cause, name))]) {
      const seconds = isObject(owner) ? readWait(owner, now) : undefined;
      if (seconds !== undefined) return seconds;
    }
  }
  return undefined;
}

export const waitHolders: readonly string[] = ["response", "output", "details", "data"];

/** The `Retry-After` of its headers, or a member of such a name. */
export function readWait(owner: object, now: number): number | undefined {
  const headers = readMember(owner, "headers");
  const sent = isObject(headers) ? readRetryAfter(readHeaders(headers), now) : undefined;
  const stated = waits.map((name) => toSeconds(readMember(owner, name), now));
  return sent ?? stated.find((seconds) => seconds !== undefined) ?? readReset(owner, now);
}

function toSeconds(value: unknown, now: number): number | undefined {
  if (typeof value === "string") return readRetryAfter({ "retry-after": value }, now);
  if (value instanceof Date) return toWaitUntil(value.getTime(), now);
  return typeof value === "number" && value >= 0 ? clampSeconds(value) : undefined;
}

function readReset(owner: unknown, now: number): number | undefined {
  const time = readMember(owner, "resets_at");
  if (typeof time === "number") return time >= 0 ? toSecondsFromNow(time, now) : undefined;
  return typeof time === "string" || time instanceof Date ? toWaitUntil(new Date(time).getTime(), now) : undefined;
}

const toWaitUntil = (time: number, now: number): number | undefined =>
  Number.isNaN(time) ? undefined : clampSeconds((time - now) / 1000);
