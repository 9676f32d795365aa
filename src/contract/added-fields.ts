import type { JSONObject, JSONValue } from "../json/json-value.js";
import { isObject, isRecord, putAt, readAt, readMember, tryTo } from "../json/read.js";
import type { ContractData } from "./contract-data.js";
import { getLastPart, listLeafFields, matchesSchema } from "./schema.js";

/** The form of the contract's first version, which every client knows; the envelope itself where nothing was added. */
export function toFirstForm({ added = [], envelopes }: ContractData, envelope: JSONObject): JSONObject {
  if (added.every((path) => readAt(envelope, path) === undefined)) return envelope;
  const first: Record<string, JSONValue> = {};
  for (const { path, parts } of listLeafFields(envelopes.failure)) {
    const value = added.includes(path) ? undefined : readAt(envelope, parts);
    if (value !== undefined) putAt(first, parts, value);
  }
  return first;
}

const addedKey = "error-contract/added";

/** The first form, with the added fields among its details where the contract lets them stand there. */
export function toLoneForm(contract: ContractData, envelope: JSONObject): JSONObject {
  const first = toFirstForm(contract, envelope);
  const { added = [], fields } = contract;
  if (first === envelope || fields.details === undefined) return first;
  const details = readAt(first, fields.details) ?? {};
  if (!isRecord(details)) return first;
  const moved = added
    .map((path) => [getLastPart(path), readAt(envelope, path)] as const)
    .filter(([name, value]) => value !== undefined && !Object.hasOwn(details, name));
  const known = { ...details, ...Object.fromEntries(moved), [addedKey]: moved.map(([name]) => name) };
  return putDetails(contract, first, known) ?? first;
}

/** Returns the envelope whose added fields {@link toLoneForm} has put among its details, with each in its place. */
export function fromLoneForm(contract: ContractData, envelope: JSONObject): JSONObject {
  const { added = [], fields } = contract;
  const details = fields.details === undefined ? undefined : readAt(envelope, fields.details);
  const names = readMember(details, addedKey);
  if (!Array.isArray(names) || !isRecord(details)) return envelope;
  const isMoved = (name: string): boolean => name === addedKey || names.includes(name);
  const others = Object.entries(details).filter(([name]) => !isMoved(name));
  const known = (others.length === 0 ? null : Object.fromEntries(others)) as JSONValue;
  const moved = added.filter((path) => isMoved(getLastPart(path)));
  const values = moved.map((path) => [path, readMember(details, getLastPart(path)) as JSONValue] as const);
  return putDetails(contract, envelope, known, values) ?? envelope;
}

function putDetails(
  contract: ContractData,
  envelope: JSONObject,
  details: JSONValue,
  others: readonly (readonly [path: string, value: JSONValue])[] = [],
): JSONObject | undefined {
  const copy = structuredClone(envelope) as Record<string, JSONValue>;
  for (const [path, value] of [[contract.fields.details!, details] as const, ...others]) {
    putAt(copy, path.split("."), value);
  }
  return matchesSchema(contract.envelopes.failure, copy) ? copy : undefined;
}

/** Whether a parsed value is the given envelope with added fields. */
export function isFullForm({ added = [], envelopes }: ContractData, envelope: unknown, value: unknown): boolean {
  if (!isObject(envelope) || added.every((path) => readAt(value, path) === undefined)) return false;
  return (
    tryTo(() =>
      listLeafFields(envelopes.failure).every(
        ({ path, parts }) => added.includes(path) || isSame(readAt(envelope, parts), readAt(value, parts)),
      ),
    ) === true
  );
}

function isSame(value: unknown, parsed: unknown): boolean {
  if (!isObject(value) || !isObject(parsed)) return value === parsed;
  const names = Object.keys(parsed);
  return (
    Object.keys(value).length === names.length &&
    names.every((name) => isSame(readAt(value, [name]), readAt(parsed, [name])))
  );
}
