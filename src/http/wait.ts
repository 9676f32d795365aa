import { isObject, listCauses, readMember } from "../json/read.js";
import { clampSeconds, readHeaders, readRetryAfter, toSecondsFromNow } from "./headers.js";

const waits = ["retry_after", "retry_after_seconds", "retryAfter"];

const reset = "resets_at";

/** In the `Retry-After` header or a member of such a name, of the failure or one of its causes. Never throws. */
export function findWait(failure: unknown, now: number): number | undefined {
  if (!isObject(failure)) return undefined;
  for (const cause of listCauses(failure)) {
    for (const owner of [cause, ...holders.map((name) => readMember(cause, name))]) {
      const seconds = isObject(owner) ? readWait(owner, now) : undefined;
      if (seconds !== undefined) return seconds;
    }
  }
  return undefined;
}

const holders = ["response", "output", "details", "data"];

function readWait(owner: object, now: number): number | undefined {
  const headers = readMember(owner, "headers");
  const sent = isObject(headers) ? readRetryAfter(readHeaders(headers), now) : undefined;
  if (sent !== undefined) return sent;
  for (const name of waits) {
    const seconds = toSeconds(readMember(owner, name), now);
    if (seconds !== undefined) return seconds;
  }
  return readReset(owner, now);
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
