import { STATUS_CODES } from "node:http";
import { getSystemErrorMap } from "node:util";
import { decode, isRecord, readMember } from "../../json/read.js";
import type { FaultKind } from "../faults/fault-kinds.js";

/** How a text begins that is about a failure alone, after the marks in front of it. */
const failing = /^[^\p{L}{[]{0,8}(?:error|failed|failure|unable|could not|cannot)\b/iu;

/** What a text says of a setting that is not there. */
const unset =
  /\b(?:is|are) not (?:set|configured)\b|\bnot configured\b|\bmissing (?:api )?(?:key|token|credentials)\b/i;

/** Returns whether a result that is no failing one says that the call has failed. */
export function saysFailure(value: unknown): boolean {
  return readParts(value).some((part) => {
    if (typeof part === "string") return failing.test(part) || (part.length < longestSentence && unset.test(part));
    if (!isRecord(part)) return false;
    const { success, ok, status, error, ...rest } = part;
    // Beside data, it says of what the data is without.
    const hasData = Object.values(rest).some(
      (each) => typeof each === "object" && each !== null && Object.keys(each).length > 0,
    );
    const isError = !hasData && (typeof error === "string" ? error !== "" : isRecord(error));
    return success === false || ok === false || /^(?:error|failed|failure)$/i.test(String(status)) || isError;
  });
}

/** A longer text says more than that a setting is missing. */
const longestSentence = 300;

const systemTexts = new Map([...getSystemErrorMap().values()]);

/** What Node's `fetch` says of every connection that fails, and how programs call what they do not reach. */
const unreached = /\bfetch failed\b|\bun(?:available|reachable)\b|\boffline\b|\bnot (?:available|reachable)\b/i;

/** Returns whether a success names the fault that was below it: as the status of something, or beside other data. */
export function namesFault(value: unknown, kind: FaultKind): boolean {
  const text = JSON.stringify(value ?? null);
  if (kind.family === "network" || kind.family === "http") {
    if (unreached.test(text)) return true;
  }
  return listNames(kind).some((name) => new RegExp(`\\b${name.replaceAll(" ", "\\s")}\\b`, "i").test(text));
}

/** The words by which the system or a protocol names a fault. */
function listNames(kind: FaultKind): readonly string[] {
  if (kind.family === "http") return kind.status === 200 ? [] : [String(kind.status), STATUS_CODES[kind.status]!];
  if (kind.family === "child")
    return kind.signal ? [kind.signal] : [`exit code ${kind.status}`, `code ${kind.status}`, `status ${kind.status}`];
  const { errno } = kind;
  if (errno === undefined) return ["timeout", "timed out"];
  return [errno, systemTexts.get(errno) ?? errno];
}

/** The texts of a result, read as JSON where they are, and its structured part. */
function readParts(value: unknown): readonly unknown[] {
  const content = readMember(value, "content");
  const texts = Array.isArray(content) ? content.map((part: unknown) => readMember(part, "text")) : [];
  const read = texts.map((text) => (typeof text === "string" ? (decode(text) ?? text) : undefined));
  return [...read, readMember(value, "structuredContent")];
}
