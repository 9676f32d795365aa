import { parseCount, readHeaders, readRetryAfter, toSecondsFromNow, type Headers } from "../../../http/headers.js";
import { isObject, parseJSON, readMember } from "../../../json/read.js";
import { toJSONSafe, toSafeText } from "../../../json/to-json-safe.js";

/** The answer of a target API; of `fetch`, `status` and `headers` as they are, and `await response.text()`. */
export interface UpstreamResponse {
  /** The HTTP status, 100 to 599. */
  readonly status: number;
  /** `Headers`, any other list of pairs, or an object as Node has it; names are the same in any case. */
  readonly headers?:
    | Iterable<readonly [string, string]>
    | Readonly<Record<string, string | readonly string[] | number | undefined>>
    | undefined;
  /** The body, parsed or as text. */
  readonly body?: unknown;
}

export interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** The API's own message; `undefined` where it has none that can be shown. */
  readonly message: string | undefined;
}

const longestMessage = 500;

export function readResponse(response: UpstreamResponse): ReadResponse {
  const status: unknown = readMember(response, "status");
  const body = parseBody(readMember(response, "body"));
  return {
    status: typeof status === "number" ? status : 0,
    headers: readHeaders(readMember(response, "headers")),
    body,
    message: findMessage(body),
  };
}

function parseBody(body: unknown): unknown {
  const value = typeof body === "string" && /^\s*[[{]/.test(body) ? (parseJSON(body) ?? body) : body;
  // Read once: members that throw, or that change, are read no more.
  return isObject(value) ? toJSONSafe(value) : value;
}

/** Where APIs put their message, most usual first; the members of an `error` object and of a first error come last. */
const messageKeys = ["message", "error_description", "detail", "error", "description", "title", "errors"];

function findMessage(body: unknown, depth = 0): string | undefined {
  if (typeof body === "string") return toMessage(body);
  if (Array.isArray(body)) return depth < 3 ? findMessage(body[0], depth + 1) : undefined;
  if (typeof body !== "object" || body === null || depth >= 3) return undefined;
  for (const key of messageKeys) {
    const message = findMessage(readMember(body, key), depth + 1);
    if (message !== undefined) return message;
  }
  return undefined;
}

function toMessage(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === "" || trimmed.startsWith("<") ? undefined : toSafeText(trimmed, longestMessage);
}

const windows = { 1: "second", 60: "minute", 3600: "hour", 86_400: "day" } as const;

/** Specification 004 section 5.5, from `Retry-After`, `RateLimit-*` and the `X-RateLimit-*` before them. */
export function readRateLimit({ headers }: ReadResponse, now: number) {
  const readCount = (name: string): number | undefined =>
    parseCount(headers[`ratelimit-${name}`] ?? headers[`x-ratelimit-${name}`]);
  const wait = readRetryAfter(headers, now);
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

export function isRateLimited({ headers }: ReadResponse): boolean {
  return "retry-after" in headers || headers["ratelimit-remaining"] === "0" || headers["x-ratelimit-remaining"] === "0";
}

function readWindow(headers: Headers): string | undefined {
  const policy = headers["ratelimit-policy"] ?? headers["ratelimit-limit"] ?? headers["x-ratelimit-limit"] ?? "";
  const seconds = /;\s*w=(\d+)/u.exec(policy)?.[1];
  return windows[Number(seconds) as keyof typeof windows];
}
