import { isRecord, readMember } from "../../json/read.js";

/**
 * Reads the seconds to wait from the `Retry-After` header of an HTTP response, or of an error with headers or a
 * `response` of its own. A date in the past is 0; `undefined` where there is no such header, or it cannot be read.
 * Never throws.
 *
 * @param now milliseconds since 1970.
 */
export function readRetryAfter(answer: unknown, now: number = Date.now()): number | undefined {
  const text = [answer, readMember(answer, "response")]
    .map((owner) => readHeader(readMember(owner, "headers")))
    .find((header) => header !== undefined);
  if (text === undefined) return undefined;
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text);
  const seconds = Math.ceil((Date.parse(text) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Reads the header from `Headers`, or from a plain object, whose names may have any case. */
function readHeader(headers: unknown): string | undefined {
  try {
    const get = readMember(headers, "get");
    const value: unknown =
      typeof get === "function" ? Reflect.apply(get, headers, ["retry-after"]) : findMember(headers, "retry-after");
    // A longer text is neither a number nor a date.
    const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
    return text !== "" && text.length <= 100 ? text : undefined;
  } catch {
    // Headers that cannot be read have no time to wait.
    return undefined;
  }
}

function findMember(owner: unknown, name: string): unknown {
  if (!isRecord(owner)) return undefined;
  const key = Object.keys(owner).find((candidate) => candidate.toLowerCase() === name);
  return key === undefined ? undefined : readMember(owner, key);
}
