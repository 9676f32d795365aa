import { wireCodeOf } from "./codes.js";
import type { Condition } from "./condition-statuses.js";
import type { ContractData } from "./contract-data.js";

/**
 * The code of a contract that stands for a condition: the one that the contract names for it, else its first; `undefined`
 * where it has none. The value is that on the wire.
 */
export function codeForCondition(contract: ContractData, condition: Condition): string | number | undefined {
  const { codes, byCondition = {} } = contract;
  const name =
    byCondition[condition] ??
    Object.keys(codes).find((code) => codes[code]!.condition === condition && codes[code]!.kind !== "warning");
  return name === undefined ? undefined : wireCodeOf(contract, name);
}
