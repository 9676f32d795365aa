import type { ReadResponse } from "./upstream-response.js";

const windows = { 1: "second", 60: "minute", 3600: "hour", 86_400: "day" } as const;

/**
 * Reads the details of RATE_LIMIT_EXCEEDED (specification 004 section 5.5), as far as a response has them, from the
 * usual headers: `Retry-After` (RFC 9110), `RateLimit-*` of the IETF's drafts and the `X-RateLimit-*` before them,
 * whose reset is a time or a number of seconds. Never throws.
 */
export function readRateLimit({ headers }: ReadResponse, now: number) {
  const readCount = (name: string): number | undefined =>
    parseCount(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`]);
  const wait = readRetryAfter(headers["retry-after"], now);
  const reset = readCount("reset");
  const untilReset = reset === undefined ? wait : toSecondsFromNow(reset, now);
  return {
    limit: readCount("limit"),
    remaining: readCount("remaining"),
    window: readWindow(headers),
    resets_at: untilReset === undefined ? undefined : new Date(now + untilReset * 1000).toISOString(),
    retry_after_seconds: wait ?? untilReset,
  };
}

/** Returns whether the headers report a reached limit; the status does not count. */
export function isRateLimited({ headers }: ReadResponse): boolean {
  return "retry-after" in headers || headers["ratelimit-remaining"] === "0" || headers["x-ratelimit-remaining"] === "0";
}

/** Longer waits are mistakes, and would leave the range of dates. */
const longest = 10 * 366 * 86_400;

function readRetryAfter(text: string | undefined, now: number): number | undefined {
  // Without its weekday, `-1` would be a date too.
  const date = /^\s*[a-z]{3}/iu.test(text ?? "") ? Date.parse(text!) : Number.NaN;
  const seconds = parseCount(text) ?? (date - now) / 1000;
  return Number.isNaN(seconds) ? undefined : clampSeconds(seconds);
}

/** Converts a reset: seconds from now, or a time in seconds or milliseconds since 1970. */
function toSecondsFromNow(reset: number, now: number): number {
  if (reset < 1e9) return clampSeconds(reset);
  return clampSeconds((reset > 1e11 ? reset / 1000 : reset) - now / 1000);
}

const clampSeconds = (seconds: number): number => Math.min(Math.max(0, Math.ceil(seconds)), longest);

/** Parses a count at the beginning of a header: `100, 100;w=60`. */
function parseCount(text: string | undefined): number | undefined {
  const digits = /^\s*(\d{1,15})(?:\.\d+)?\s*(?:[,;]|$)/u.exec(text ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function readWindow(headers: ReadResponse["headers"]): string | undefined {
  const policy = headers["ratelimit-policy"] ?? headers["ratelimit-limit"] ?? headers["x-ratelimit-limit"] ?? "";
  const seconds = /;\s*w=(\d+)/u.exec(policy)?.[1];
  return windows[Number(seconds) as keyof typeof windows];
}
