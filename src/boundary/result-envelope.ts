import { envelopeKey } from "../contract/contract-data.js";
import { envelopeProblems } from "../contract/envelope-schema.js";
import { isObject, parseJSON, readMember } from "../json/read.js";
import type { ErrorResult, Failure } from "./boundary.js";

/**
 * Adds the envelope of a failure to the failing MCP result that the handler returned: to its `_meta`, or as its first
 * text. Every other member and item stays; `structuredContent` too, which clients check against the output schema.
 *
 * Always returns a copy, since a handler may return one constant again and again. `undefined` where the result cannot
 * be read, or the contract delivers the envelope alone.
 */
export function addEnvelope(failure: Failure, result: ErrorResult): object | undefined {
  const { resultEnvelope = "_meta" } = failure.compiled.contract;
  if (resultEnvelope === "alone") return undefined;
  try {
    if (resultEnvelope === "text") return { ...result, content: withEnvelopeText(failure, result.content ?? []) };
    return { ...result, _meta: { ...toMembers(result._meta), [envelopeKey]: failure.envelope } };
  } catch {
    // The failure is delivered without the result.
    return undefined;
  }
}

/** Reads the envelope that {@link addEnvelope} has put into the `_meta` of a result. */
export function readEnvelopeMember({ _meta }: ErrorResult): unknown {
  return readMember(_meta, envelopeKey);
}

/** Puts the text of the envelope first, or in the place of the first text where that is the envelope already. */
function withEnvelopeText({ compiled, text }: Failure, content: readonly unknown[]): readonly unknown[] {
  const index = content.findIndex((item) => readMember(item, "type") === "text");
  const first = readMember(content[index], "text");
  const isEnvelope = typeof first === "string" && envelopeProblems(compiled.contract, parseJSON(first)).length === 0;
  return isEnvelope
    ? content.with(index, { ...toMembers(content[index]), text })
    : [{ type: "text", text }, ...content];
}

/** Returns the members of an object; a list or a buffer of bytes has none. */
const toMembers = (value: unknown): object =>
  isObject(value) && !Array.isArray(value) && !ArrayBuffer.isView(value) ? value : {};
