import type { ContractData } from "./contract-data.js";
import { getShared } from "./shared.js";

const known = /* @__PURE__ */ getShared("known-contracts", () => new Set<ContractData>());

/** Remembers contracts whose envelopes are read in foreign errors of this process, whatever the own contract is. */
export function rememberContracts<const C extends readonly ContractData[]>(contracts: C): C {
  for (const contract of contracts) known.add(contract);
  return contracts;
}

export const listKnownContracts = (): readonly ContractData[] => [...known];
