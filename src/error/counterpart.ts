import type { CompiledContract, Field } from "../contract/compile-contract.js";
import type { ContractData, FieldMap } from "../contract/contract-data.js";
import type { LeafField } from "../contract/leaf-fields.js";

/** The parts of a failure that two contracts may both have under different names; codes are matched by condition. */
const parts = ["message", "details", "tool", "invariant", "timestamp"] as const satisfies readonly (keyof FieldMap)[];

/**
 * Finds the field of another contract with the same meaning. Between a contract and its extension that is the field of
 * the same path.
 */
export function findCounterpart(from: ContractData, { path }: LeafField, to: CompiledContract): Field | undefined {
  if (isRelative(from, to.contract)) return to.fields.find((field) => field.path === path);
  const part = parts.find((name) => from.fields[name] === path);
  const counterpart = part && to.contract.fields[part];
  return counterpart === undefined ? undefined : to.fields.find((field) => field.path === counterpart);
}

/** Returns whether one of two contracts is the other, or extends it. */
export function isRelative(one: ContractData, other: ContractData): boolean {
  return one.name === other.name || hasBase(one, other) || hasBase(other, one);
}

const hasBase = ({ extends: bases = [] }: ContractData, { name }: ContractData): boolean => bases.includes(name);
