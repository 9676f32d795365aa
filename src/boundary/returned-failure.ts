import type { ContractData } from "../contract/contract-data.js";
import { envelopeProblems } from "../contract/envelope-schema.js";
import type { JSONObject } from "../json/json-value.js";
import { isObject, parseJSON, readAt, readMember } from "../json/read.js";
import { toJSONSafe } from "../json/to-json-safe.js";
import type { Boundary, ErrorResult } from "./boundary.js";
import { readEnvelopeMember } from "./result-envelope.js";

/** An envelope of the contract that a handler returned. */
export interface ReturnedEnvelope {
  readonly envelope: JSONObject;
  readonly source: unknown;
  /** The failing MCP result that holds it. */
  readonly result?: ErrorResult | undefined;
}

/** Any other failure of a handler: a value to convert. */
interface ThrownFailure {
  readonly thrown: unknown;
  /** The failing MCP result from which the value was read. */
  readonly result?: ErrorResult | undefined;
}

/** A failure that a handler threw or returned. */
export type ReturnedFailure = ReturnedEnvelope | ThrownFailure;

/**
 * Finds the failure in the result of a handler; `undefined` for a success. Never throws.
 *
 * - An MCP tool result with `isError` is a failure under every contract.
 * - Under a contract that returns its failures, so is a value that claims to be one: by the discriminant, or by the
 *   member that holds the code (000: a success must not have `error`). In an MCP tool result that stands in
 *   `structuredContent`, or in its only text.
 */
export function findReturnedFailure(boundary: Boundary, result: unknown): ReturnedFailure | undefined {
  try {
    if (isErrorResult(result)) return readErrorResult(boundary, result);
    const { delivery } = boundary.compiled.contract;
    if (delivery !== "return" && delivery !== "return-json") return undefined;
    const value = delivery === "return-json" && typeof result === "string" ? parseClaim(boundary, result) : result;
    const claim = [value, ...listHeld(boundary, value)].find((held) => isClaim(boundary, held));
    return claim === undefined ? undefined : toReturnedFailure(boundary, claim, result);
  } catch {
    // A value that cannot be read claims nothing, unless it has said that it is a failure.
    return readMember(result, "isError") === true ? { thrown: result } : undefined;
  }
}

/** Returns whether a value claims to be a failure of the contract. */
function isClaim({ compiled: { contract } }: Boundary, result: unknown): boolean {
  if (!isObject(result) || Array.isArray(result)) return false;
  const { discriminant } = contract.fields;
  if (discriminant) return readAt(result, discriminant.path) === discriminant.value;
  const claim = getClaimingMember(contract);
  return Object.hasOwn(result, claim) && (result as Record<string, unknown>)[claim] !== undefined;
}

function toReturnedFailure({ compiled }: Boundary, value: unknown, source: unknown): ReturnedFailure {
  const safe = toJSONSafe(value);
  return envelopeProblems(compiled.contract, safe).length === 0
    ? { envelope: safe as JSONObject, source }
    : { thrown: value };
}

/** Reads a failing result: the first envelope in it, else the code that it states and the words of its texts. */
function readErrorResult(boundary: Boundary, result: ErrorResult): ReturnedFailure {
  const { code, message } = boundary.compiled;
  const texts = listTexts(result);
  // The code settles nearly every value, and structured content may be large.
  const coded = [readEnvelopeMember(result), ...texts.map((text) => parseJSON(text)), result.structuredContent].filter(
    (value) => code.canHold(readAt(value, code.parts)),
  );
  const words = texts.join("\n");
  const stated = coded.slice(0, 1).map((value) => ({
    [code.name]: readAt(value, code.parts),
    [message.name]: readAt(value, message.parts) ?? words,
  }));
  const failure = coded
    .map((value) => toReturnedFailure(boundary, value, result))
    .find((each) => "envelope" in each) ?? { thrown: { ...parseReason(words), ...stated[0] } };
  return { ...failure, result: isToolResult(result) ? result : undefined };
}

/**
 * Lists the values that an MCP tool result holds; among several items an envelope is a subject of the tool, not its
 * failure.
 */
function listHeld(boundary: Boundary, result: unknown): readonly unknown[] {
  if (!isObject(result)) return [];
  const { content, structuredContent } = result as { content?: unknown; structuredContent?: unknown };
  if (!Array.isArray(content)) return [];
  const text = content.length === 1 ? (content[0] as { text?: unknown } | null)?.text : undefined;
  return [structuredContent, typeof text === "string" ? parseClaim(boundary, text) : undefined];
}

function isErrorResult(result: unknown): result is ErrorResult {
  return isObject(result) && (result as { isError?: unknown }).isError === true;
}

/** More items than any result has; a sparse array may claim billions. */
const mostItems = 10_000;

/** As many items as `detectError` reads. */
const mostTexts = 100;

/** Returns whether an object with `isError` has the other members of an MCP result, so that the caller knows one. */
function isToolResult({ content, structuredContent }: ErrorResult): boolean {
  if (Array.isArray(content)) return content.length <= mostItems;
  return content === undefined && isObject(structuredContent);
}

function listTexts({ content }: ErrorResult): readonly string[] {
  const blocks: readonly unknown[] = Array.isArray(content) ? content.slice(0, mostTexts) : [];
  return blocks.map((block) => readMember(block, "text")).filter((text) => typeof text === "string");
}

/** Parses the text of a failing result: an object where it is JSON, else an object with the text as its message. */
function parseReason(text: string): object {
  const value = parseJSON(text);
  return isObject(value) ? value : { message: text };
}

/**
 * Parses a text that may hold a failure. Successes are large and many: only a text with the claiming member is parsed.
 */
function parseClaim({ compiled: { contract } }: Boundary, text: string): unknown {
  return text.includes(`"${getClaimingMember(contract)}"`) ? parseJSON(text) : undefined;
}

/** Returns the top-level member by which a value claims to be a failure. */
function getClaimingMember({ fields: { code, discriminant } }: ContractData): string {
  return (discriminant?.path ?? code).split(".")[0]!;
}
