import { classFor, givenClass, type ClassReader } from "./boundary-options.js";
import type { ContractData } from "./contract.js";
import { defineContract } from "./define-contract.js";

/**
 * The error class that an option names, or whose contract it names.
 *
 * @throws TypeError when it is neither, or the contract's data contradicts itself.
 */
export const contractClass: ClassReader = (caller, contract) =>
  typeof contract === "object" && contract !== null
    ? classFor(defineContract(contract as ContractData))
    : givenClass(caller, contract);
