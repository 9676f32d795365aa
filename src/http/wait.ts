import { isObject, listCauses, readMember } from "../json/read.js";
import { clampSeconds, readHeaders, readRetryAfter, toSecondsFromNow } from "./headers.js";

/** The members in which failures say how long to wait, in seconds, as a text of HTTP, or as a date. */
const waits = ["retry_after", "retry_after_seconds", "retryAfter"];

/** The member in which failures say when their limit is reset. */
const reset = "resets_at";

/**
 * Finds the seconds to wait before a failed request is repeated: in the `Retry-After` header of an error, of its
 * response or of one of its causes, or in a member of their name. `undefined` where nothing says so. Never throws.
 *
 * @param failure a thrown value, or the details of a failure.
 */
export function findWait(failure: unknown, now: number): number | undefined {
  if (!isObject(failure)) return undefined;
  return listCauses(failure)
    .flatMap((cause) => [cause, ...["response", "output", "details", "data"].map((name) => readMember(cause, name))])
    .map((owner) => readWait(owner, now))
    .find((seconds) => seconds !== undefined);
}

function readWait(owner: unknown, now: number): number | undefined {
  const sent = readRetryAfter(readHeaders(readMember(owner, "headers")), now);
  return [sent, ...waits.map((name) => toSeconds(readMember(owner, name), now)), readReset(owner, now)].find(
    (seconds) => seconds !== undefined,
  );
}

function toSeconds(value: unknown, now: number): number | undefined {
  if (typeof value === "string") return readRetryAfter({ "retry-after": value }, now);
  if (value instanceof Date) return toWaitUntil(value.getTime(), now);
  return typeof value === "number" && value >= 0 ? clampSeconds(value) : undefined;
}

function readReset(owner: unknown, now: number): number | undefined {
  const time = readMember(owner, reset);
  if (typeof time === "number") return time >= 0 ? toSecondsFromNow(time, now) : undefined;
  return typeof time === "string" || time instanceof Date ? toWaitUntil(new Date(time).getTime(), now) : undefined;
}

const toWaitUntil = (time: number, now: number): number | undefined =>
  Number.isNaN(time) ? undefined : clampSeconds((time - now) / 1000);
