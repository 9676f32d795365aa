import type { JSONObject, JSONValue } from "../json/json-value.js";
import { isObject, putAt, readAt } from "../json/read.js";
import { toJSONSafe, writeJSON } from "../json/to-json-safe.js";
import type { ContractData } from "./contract-data.js";
import { listLeafFields } from "./schema.js";

/**
 * Returns the envelope in the form of the contract's first version, which every client knows: without the fields that
 * later versions added. Returns the envelope itself where there are none.
 */
export function toFirstForm({ added = [], envelopes }: ContractData, envelope: JSONObject): JSONObject {
  if (added.every((path) => readAt(envelope, path) === undefined)) return envelope;
  const first: Record<string, JSONValue> = {};
  for (const { path } of listLeafFields(envelopes.failure)) {
    const value = added.includes(path) ? undefined : readAt(envelope, path);
    if (value !== undefined) putAt(first, path.split("."), value);
  }
  return first;
}

/** Returns whether a value is an envelope with added fields, and in its first form the one that is given. */
export function isFullForm(contract: ContractData, envelope: unknown, value: unknown): value is JSONObject {
  if (!contract.added || !isObject(envelope) || !isObject(value)) return false;
  const first = toFirstForm(contract, value as JSONObject);
  return first !== value && writeJSON(toJSONSafe(first)) === writeJSON(toJSONSafe(envelope));
}
