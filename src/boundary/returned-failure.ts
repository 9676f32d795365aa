import type { ContractData } from "../contract/contract-data.js";
import { envelopeProblems } from "../contract/envelope-schema.js";
import type { JSONObject } from "../json/json-value.js";
import { isObject, parseJSON, readAt } from "../json/read.js";
import { toJSONSafe } from "../json/to-json-safe.js";
import type { Boundary } from "./boundary.js";

/** A failure that a handler threw or returned: an envelope of the contract, or any other value to convert. */
export type ReturnedFailure =
  { readonly envelope: JSONObject; readonly source: unknown } | { readonly thrown: unknown };

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
    if (isErrorResult(result)) return toReturnedFailure(boundary, parseReason(joinTexts(result)), result);
    const { delivery } = boundary.compiled.contract;
    if (delivery !== "return" && delivery !== "return-json") return undefined;
    const value = delivery === "return-json" && typeof result === "string" ? parseClaim(boundary, result) : result;
    const claim = [value, ...listHeld(boundary, value)].find((held) => isClaim(boundary, held));
    return claim === undefined ? undefined : toReturnedFailure(boundary, claim, result);
  } catch {
    // A value that cannot be read claims nothing.
    return undefined;
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

interface ErrorResult {
  readonly isError: true;
  readonly content?: unknown;
}

function isErrorResult(result: unknown): result is ErrorResult {
  return isObject(result) && (result as { isError?: unknown }).isError === true;
}

function joinTexts({ content }: ErrorResult): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return blocks
    .map((block) => (block as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === "string")
    .join("\n");
}

/** Parses the text of a failing result: an object where it is JSON, else an object with the text as its message. */
function parseReason(text: string): unknown {
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
