import type { Boundary } from "./options.js";
import type { ContractData } from "../contract/contract-data.js";
import { valueAt } from "../json/path.js";
import { envelopeProblems } from "../contract/envelope-schema.js";
import { toJSONSafe, type JSONObject } from "../json/to-json-safe.js";

/** A failure that a handler returned: as an envelope of the contract, or as something that only claims to be one. */
export type Returned = { readonly envelope: JSONObject; readonly source: unknown } | { readonly thrown: unknown };

/**
 * The failure in what a handler returned, `undefined` for a success. Never throws.
 *
 * - An MCP tool result with `isError` is a failure under every contract.
 * - Under a contract that returns its failures, so is what claims to be one: by the discriminant, or by the member that holds
 *   the code (000: a success must not have `error`). In an MCP tool result that stands in `structuredContent`, or in its
 *   only text.
 */
export function returnedFailure(boundary: Boundary, result: unknown): Returned | undefined {
  try {
    if (isErrorResult(result)) return failureIn(boundary, toldBy(textOf(result)), result);
    const { delivery } = boundary.shape.contract;
    if (delivery !== "return" && delivery !== "return-json") return undefined;
    const value = delivery === "return-json" && typeof result === "string" ? parsedClaim(boundary, result) : result;
    const claim = [value, ...heldBy(boundary, value)].find((held) => claimsFailure(boundary, held));
    return claim === undefined ? undefined : failureIn(boundary, claim, result);
  } catch {
    // What cannot be read claims nothing.
    return undefined;
  }
}

function claimsFailure({ shape: { contract } }: Boundary, result: unknown): boolean {
  if (typeof result !== "object" || result === null || Array.isArray(result)) return false;
  const { discriminant } = contract.fields;
  if (discriminant) return valueAt(result, discriminant.path) === discriminant.value;
  const claim = claimingMember(contract);
  return Object.hasOwn(result, claim) && (result as Record<string, unknown>)[claim] !== undefined;
}

function failureIn({ shape }: Boundary, value: unknown, source: unknown): Returned {
  const safe = toJSONSafe(value);
  return envelopeProblems(shape.contract, safe).length === 0
    ? { envelope: safe as JSONObject, source }
    : { thrown: value };
}

/** What an MCP tool result holds; among several items an envelope is something that the tool talks about. */
function heldBy(boundary: Boundary, result: unknown): readonly unknown[] {
  if (typeof result !== "object" || result === null) return [];
  const { content, structuredContent } = result as { content?: unknown; structuredContent?: unknown };
  if (!Array.isArray(content)) return [];
  const text = content.length === 1 ? (content[0] as { text?: unknown } | null)?.text : undefined;
  return [structuredContent, typeof text === "string" ? parsedClaim(boundary, text) : undefined];
}

interface ErrorResult {
  readonly isError: true;
  readonly content?: unknown;
}

function isErrorResult(result: unknown): result is ErrorResult {
  return typeof result === "object" && result !== null && (result as { isError?: unknown }).isError === true;
}

function textOf({ content }: ErrorResult): string {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return blocks
    .map((block) => (block as { text?: unknown } | null)?.text)
    .filter((text) => typeof text === "string")
    .join("\n");
}

/** The text of a result, as an object where it is JSON, else under the name that errors use. */
function toldBy(text: string): unknown {
  const value = parsed(text);
  return typeof value === "object" && value !== null ? value : { message: text };
}

/** Successes are large and many: only a text that has the member at all is parsed. */
function parsedClaim({ shape: { contract } }: Boundary, text: string): unknown {
  return text.includes(`"${claimingMember(contract)}"`) ? parsed(text) : undefined;
}

/** The top-level member by which a value claims to be a failure. */
function claimingMember({ fields: { code, discriminant } }: ContractData): string {
  return (discriminant?.path ?? code).split(".")[0]!;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
