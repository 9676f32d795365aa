import {
  parseCount,
  readHeaders,
  readRetryAfter,
  readWaitMember,
  toSecondsFromNow,
  waitHolders,
  type Headers,
} from "../http/headers.js";
import { hasFunctions, isError, isObject, isPresent, listErrors, parseJSON, readMember, tryTo } from "../json/read.js";
import { findRows, getTable, listNames, readPath, type KnownRow, type Link } from "./find-rows.js";
import { deepestList, listOriginals } from "./originals.js";
import type { StatedWait as Wait } from "../contract/features.js";
import type { LibraryRow } from "../contract/library-row.js";
import { libraryRows } from "./table.js";

/** In headers and members of the failure, its causes and originals, and the bodies they quote. Never throws. */
export function findStatedWait(
  links: readonly Link[],
  now: number,
  own?: readonly LibraryRow[],
  depth = 0,
): Wait | undefined {
  for (const link of links) {
    const wait = own !== undefined || maySayWait(link) ? readLink(link, now, own) : undefined;
    if (wait) return wait;
  }
  const errors = depth < deepestList ? listErrors(links[0]?.value) : [];
  const waits = errors.map((error) => findStatedWait(listOriginals(error), now, own, depth + 1));
  return waits.reduce((longest, wait) => (wait && wait.seconds > (longest?.seconds ?? -1) ? wait : longest), undefined);
}

const aboutWaits = /retry|wait|delay|reset/iu;
const marks = /headers|response|output|details|data|error|retry|reset|wait|delay|before|meta|context|parameters/iu;

/** What every error may have, and a system's error. */
const plain: ReadonlySet<string> = /* @__PURE__ */ new Set(["stack", "message", "cause", "code", "errno", "syscall"]);

/** An error has one of these as its own; most have none of them. */
function maySayWait({ value, names }: Link): boolean {
  if (!isError(value) || names.some((name) => !plain.has(name) && marks.test(name))) return true;
  const message = readMember(value, "message");
  return typeof message === "string" && message.startsWith("{");
}

function readLink(known: Link, now: number, own: readonly LibraryRow[] | undefined): Wait | undefined {
  const { value: link } = known;
  if (!isObject(link)) return undefined;
  const rows = [...(own ? findRows(getTable(own), known) : []), ...findRows(getTable(libraryRows), known)];
  const owners = [link, ...waitHolders.map((name) => readMember(link, name))].filter(isObject);
  const headers = [
    ...rows.flatMap(({ headers: path }) => (path ? [readPath(link, path)] : [])),
    ...owners.map((owner) => readMember(owner, "headers")),
  ].filter(isObject);
  for (const each of headers) {
    const wait = readHeaderWait(toHeaders(each), link, now);
    if (wait) return wait;
  }
  for (const row of rows) {
    const seconds = readRowWait(row, link, now);
    if (seconds !== undefined) return { seconds, isStated: true };
  }
  for (const owner of owners) {
    const seconds = readMilliseconds(owner, now) ?? readWaitMember(owner, now);
    if (seconds !== undefined) return { seconds, isStated: false };
  }
  const seconds = readRetryInfo(link);
  return seconds === undefined ? undefined : { seconds, isStated: false };
}

/** Metadata of gRPC has a method for it; what a library has written as `Headers` is a list or an object. */
function toHeaders(headers: object): Headers {
  const plain = hasFunctions(headers, "getMap") ? tryTo(() => (headers as { getMap(): unknown }).getMap()) : headers;
  return readHeaders(plain);
}

function readHeaderWait(headers: Headers, link: object, now: number): Wait | undefined {
  const exact = ["retry-after-ms", "x-ms-retry-after-ms", "grpc-retry-pushback-ms"]
    .map((name) => parseCount(headers[name]))
    .find((count) => count !== undefined);
  if (exact !== undefined) return { seconds: toSecondsFromNow(exact / 1000, now), isStated: isRefusal(link) };
  const sent = readRetryAfter(headers, now);
  if (sent !== undefined) return { seconds: sent, isStated: isRefusal(link) };
  const seconds = readResets(headers, now);
  return seconds === undefined ? undefined : { seconds, isStated: isRefused(link) };
}

/** Metadata of gRPC may have a header of this name in any answer, as may a response that is no failure. */
function isRefusal(link: object): boolean {
  const status = [link, readMember(link, "response")]
    .flatMap((owner) => [readMember(owner, "status"), readMember(owner, "statusCode")])
    .find((each) => typeof each === "number");
  return status === undefined ? readMember(link, "metadata") === undefined : status >= 400;
}

/** A header that tells of a limit stands in every answer: it counts where the limit is reached and the call refused. */
const isRefused = (link: object): boolean =>
  [link, readMember(link, "response")].some((owner) =>
    ["status", "statusCode"].some((name) => [403, 429].includes(readMember(owner, name) as number)),
  );

const resets = /^(?:x-)?(?:app-|anthropic-)?rate-?limit-(?:(.+)-)?reset(?:-(.+))?$/u;

function readResets(headers: Headers, now: number): number | undefined {
  const waits = Object.entries(headers).flatMap(([name, value]) => {
    if (!name.includes("reset") || !resets.test(name) || value === "") return [];
    const remaining = headers[name.replace("reset", "remaining")];
    const seconds = toWait(value, now);
    return seconds === undefined || (remaining !== undefined && Number(remaining) > 0) ? [] : [seconds];
  });
  const combined = /(?:^|[;,\s])(?:r|remaining)=0\b.*?[;,\s](?:t|reset)=(\d{1,9})/u.exec(headers.ratelimit ?? "");
  if (combined) waits.push(Number(combined[1]));
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** `7`, `1700000000`, `6m0s`, `350ms`, or a date. */
function toWait(text: string, now: number): number | undefined {
  const count = /^\d{1,15}(?:\.\d+)?$/u.test(text) ? Number(text) : undefined;
  if (count !== undefined) return toSecondsFromNow(count, now);
  const duration = parseDuration(text);
  if (duration !== undefined) return duration;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : toSecondsFromNow(date, now);
}

function parseDuration(text: string): number | undefined {
  if (!/^(?:\d{1,9}(?:\.\d{1,9})?(?:ms|[dhms]))+$/u.test(text)) return undefined;
  const units: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1, ms: 0.001 };
  let seconds = 0;
  for (const [, count, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|[dhms])/gu)) seconds += Number(count) * units[unit!]!;
  return Math.ceil(seconds);
}

function readRowWait({ row, wait }: KnownRow, link: object, now: number): number | undefined {
  if (!wait) return undefined;
  const value = readPath(link, wait);
  if (typeof value === "string") return toWait(value, now);
  if (typeof value !== "number" || !(value >= 0)) return undefined;
  return toSecondsFromNow(row.unit === "ms" ? value / 1000 : value, now);
}

/** The unit stands in the name, or in that of a field beside it: `{ retryAfter: 7050, retryAfterMs: 7050 }`. */
const milliseconds =
  /^(?:retry_?after|retry_?delay|wait|delay|reset_?(?:after|in))_?(?:in_?)?(?:ms|millis|milliseconds)$/iu;

function readMilliseconds(owner: object, now: number): number | undefined {
  const names = listNames(owner);
  if (!aboutWaits.test(names.join())) return undefined;
  for (const key of names) {
    if (!milliseconds.test(key)) continue;
    const value = readMember(owner, key);
    if (typeof value === "number" && value >= 0) return toSecondsFromNow(value / 1000, now);
  }
  const isOfMilliseconds = ["unit", "retryAfterUnit", "retry_after_unit"].some((name) => {
    const unit = readMember(owner, name);
    return typeof unit === "string" && /^m(?:illi)?s/iu.test(unit);
  });
  const value = isOfMilliseconds ? (readMember(owner, "retryAfter") ?? readMember(owner, "retry_after")) : undefined;
  return typeof value === "number" && value >= 0 ? toSecondsFromNow(value / 1000, now) : undefined;
}

const mostDetails = 20;

/** `google.rpc.RetryInfo`: in the details of an error, or of the body that stands in its message as JSON. */
function readRetryInfo(link: object): number | undefined {
  const message = readMember(link, "message");
  const body = typeof message === "string" && message.startsWith("{") ? parseJSON(message) : undefined;
  const places = [
    link,
    readMember(link, "error"),
    readMember(body, "error"),
    readMember(readMember(readMember(link, "response"), "data"), "error"),
  ];
  for (const details of places.map((place) => readMember(place, "details")).filter(isPresent)) {
    if (tryTo(() => Array.isArray(details)) !== true) continue;
    for (const detail of (details as readonly unknown[]).slice(0, mostDetails)) {
      const delay = readMember(detail, "retryDelay") ?? readMember(readMember(detail, "debug"), "retryDelay");
      const seconds = typeof delay === "string" ? parseDuration(delay) : toDuration(delay);
      if (seconds !== undefined) return seconds;
    }
  }
  return undefined;
}

function toDuration(delay: unknown): number | undefined {
  const seconds = Number(readMember(delay, "seconds") ?? Number.NaN);
  return Number.isNaN(seconds) ? undefined : Math.ceil(seconds + Number(readMember(delay, "nanos") ?? 0) / 1e9);
}
