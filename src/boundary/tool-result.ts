import { correlationKey, envelopeKey } from "../contract/contract-data.js";
import { listEnvelopeProblems } from "../contract/envelope-schema.js";
import { features } from "../contract/features.js";
import { getShared } from "../contract/shared.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { isObject, parseJSON, putAt, readAt, readMember, tryTo, writePlainJSON } from "../json/read.js";
import type { ErrorResult, Failure } from "./boundary.js";

/** No `structuredContent`: clients of SDK 1.x check it against the tool's output schema even in a failure. */
export function createResult(failure: Failure): ErrorResult {
  const content = [{ type: "text", text: toModelText(failure) }];
  return remember({ content, isError: true, _meta: createMeta(failure) }, failure);
}

/** The envelopes of the results that boundaries have created. The text of a result says more. */
const envelopes = /* @__PURE__ */ getShared("result-envelopes", () => new WeakMap<object, JSONObject>());

export const getOwnEnvelope = (result: object): JSONObject | undefined => envelopes.get(result);

const createMeta = ({ envelope, correlationId }: Failure): object => ({
  [envelopeKey]: envelope,
  ...(correlationId !== undefined && { [correlationKey]: correlationId }),
});

/** Returns a copy; `undefined` where the result cannot be read, or the contract delivers the envelope alone. */
export function addEnvelope(failure: Failure, result: ErrorResult): ErrorResult | undefined {
  const { resultEnvelope = "_meta" } = failure.compiled.contract;
  if (resultEnvelope === "alone") return undefined;
  return tryTo(() => {
    const told = { ...result, _meta: { ...toMembers(result._meta), ...createMeta(failure) } };
    if (resultEnvelope === "_meta") return remember(told, failure);
    return remember({ ...told, content: withEnvelopeText(failure, result.content ?? []) }, failure);
  });
}

/** Moves the structured content of a failing result, which a boundary has made, to a last text. */
export function moveStructured(result: ErrorResult): void {
  const text = writePlainJSON(result.structuredContent);
  const content: readonly unknown[] = Array.isArray(result.content) ? result.content : [];
  const isSaid = text === undefined || content.some((item) => isJSON(readMember(item, "text"), text));
  Reflect.deleteProperty(result, "structuredContent");
  Reflect.set(result, "content", isSaid ? content : [...content, { type: "text", text }]);
}

const isJSON = (value: unknown, text: string): boolean =>
  typeof value === "string" && writePlainJSON(parseJSON(value)) === text;

export const hasStructuredFailure = (result: unknown): result is ErrorResult =>
  readMember(result, "isError") === true && readMember(result, "structuredContent") !== undefined;

function remember(result: ErrorResult, { envelope }: Failure): ErrorResult {
  envelopes.set(result, envelope);
  return result;
}

function withEnvelopeText(failure: Failure, content: readonly unknown[]): readonly unknown[] {
  const text = toModelText(failure);
  const index = content.findIndex((item) => readMember(item, "type") === "text");
  const first = readMember(content[index], "text");
  const { contract } = failure.compiled;
  const isEnvelope = typeof first === "string" && listEnvelopeProblems(contract, parseJSON(first)).length === 0;
  return isEnvelope
    ? content.with(index, { ...toMembers(content[index]), text })
    : [{ type: "text", text }, ...content];
}

const toMembers = (value: unknown): object =>
  isObject(value) && !Array.isArray(value) && !ArrayBuffer.isView(value) ? value : {};

/** Adds the advice of the code: a model has nothing but this text, a program has the table of the contract. */
export function toModelText({ compiled, envelope, text }: Failure): string {
  const { contract, fields, code } = compiled;
  const { retryable, next } = contract.fields;
  const hasAdvice = retryable !== undefined || next !== undefined;
  const recovery = hasAdvice && features.getRecovery?.(contract, readAt(envelope, code.parts) as string);
  if (!recovery) return text;
  const stated = retryable === undefined ? undefined : readAt(envelope, retryable);
  // The sentence of the code would contradict a failure that says otherwise.
  const isAsUsual = stated === undefined || stated === recovery.retryable;
  const advised: Record<string, JSONValue> = {};
  for (const { path, parts } of fields) {
    const own = readAt(envelope, parts);
    const advice = path === retryable ? recovery.retryable : path === next && isAsUsual ? recovery.recovery : undefined;
    const value = own === undefined ? advice : own;
    if (value !== undefined) putAt(advised, parts, value);
  }
  return JSON.stringify(advised);
}
