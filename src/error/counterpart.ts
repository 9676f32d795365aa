import type { ContractData, FieldMap } from "../contract/contract-data.js";
import type { LeafField } from "../contract/leaf-fields.js";
import type { Field, Shape } from "../contract/compile-contract.js";

/** The parts of a failure that two contracts may both have, whatever they call them; codes go by their conditions. */
const parts = ["message", "details", "tool", "invariant", "timestamp"] as const satisfies readonly (keyof FieldMap)[];

/**
 * The field of another contract that says the same; `undefined` where it has none. Between a contract and its extension that
 * is the field of the same path.
 */
export function counterpart(from: ContractData, { path }: LeafField, to: Shape): Field | undefined {
  if (isRelative(from, to.contract)) return to.fields.find((field) => field.path === path);
  const part = parts.find((name) => from.fields[name] === path);
  const counter = part && to.contract.fields[part];
  return counter === undefined ? undefined : to.fields.find((field) => field.path === counter);
}

/** Whether one of two contracts is the other, or extends it. */
export function isRelative(one: ContractData, other: ContractData): boolean {
  return one.name === other.name || lineage(one).includes(other.name) || lineage(other).includes(one.name);
}

const lineage = ({ extends: bases = [] }: ContractData): readonly string[] => bases;
