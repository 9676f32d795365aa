import { findEntry } from "./codes.js";
import type { Condition } from "./condition-statuses.js";
import { conditionRecoveries } from "./conditions.js";
import type { ContractData } from "./contract-data.js";

/** How the receiver of a code recovers from it. */
export interface Recovery {
  /** The neutral condition that the code stands for, the same in every contract. */
  readonly condition: Condition;
  /** Whether the same request may succeed when it is repeated unchanged. */
  readonly retryable: boolean;
  /** The action, as a sentence in the imperative. */
  readonly recovery: string;
}

/** How to recover from a code, on the wire or by name: as the contract prescribes it, else as its condition does. */
export function getRecovery(contract: ContractData, code: string | number): Recovery | undefined {
  const entry = findEntry(contract, code);
  if (!entry) return undefined;
  const { condition } = entry;
  const { retryable, recovery } = conditionRecoveries[condition];
  return { condition, retryable: entry.retryable ?? retryable, recovery: entry.recovery ?? recovery };
}
