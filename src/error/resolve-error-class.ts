import { classFor, wrong, type ClassReader, type FailureClass } from "../boundary/options.js";
import type { ContractData } from "../contract/contract-data.js";
import { defineContract } from "../contract/define-contract.js";
import { readable } from "../json/to-json-safe.js";
import { memberGiven } from "../json/refusal.js";

/**
 * The error class that a value is, or whose contract it is.
 *
 * @param caller the function that was given the value as its `contract`, for messages.
 * @throws TypeError when it is neither, or the contract's data contradicts itself.
 */
export function contractClass(caller: string, contract: unknown): FailureClass {
  if (typeof contract === "object" && contract !== null) return classFor(defineContract(contract as ContractData));
  const isClass = typeof contract === "function" && readable(contract, "contract") && readable(contract, "fromUnknown");
  if (!isClass) throw wrong(caller, "contract", "a contract or its error class", contract);
  return contract as unknown as FailureClass;
}

/** {@link contractClass} of the option `contract`. */
export const contractOption: ClassReader = (caller, options) =>
  contractClass(caller, memberGiven(caller, options, "contract"));
