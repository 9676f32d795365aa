import { findEntry } from "./codes.js";
import { conditionStatuses, type Condition, type ConditionStatus } from "./condition-statuses.js";
import type { ContractData } from "./contract-data.js";
import type { Simplify } from "./from-schema.js";

/** How the receiver of a code recovers from it. */
export interface Recovery {
  /** The neutral condition that the code stands for, the same in every contract. */
  readonly condition: Condition;
  /** Whether the same request may succeed when it is repeated unchanged. */
  readonly retryable: boolean;
  /** The action, as a sentence in the imperative. */
  readonly recovery: string;
}

/** The meaning of a condition for a caller, and the codes by which protocols report it. */
export interface ConditionFacts extends ConditionStatus, Pick<Recovery, "retryable" | "recovery"> {
  /** The meaning in a few words. */
  readonly meaning: string;
}

/** A condition under which the same request fails again. */
const lasting = <const Text extends string>(recovery: Text) => ({ retryable: false, recovery }) as const;

/** A condition under which the same request may succeed when it is repeated. */
const passing = <const Text extends string>(recovery: Text) => ({ retryable: true, recovery }) as const;

export const conditionRecoveries = {
  invalid_input: lasting("Correct the input and call again."),
  missing_input: lasting("Supply the missing input and call again."),
  unknown_operation: lasting("List the available operations and choose one of them."),
  not_found: lasting("Check the name or create the thing first."),
  already_exists: lasting("Use what exists or choose another name."),
  conflict: lasting("Read the current state, resolve the conflict and call again."),
  unauthenticated: lasting("Authenticate or start a session, then call again."),
  permission_denied: lasting("Ask for the permission or do something that is allowed."),
  rate_limited: passing("Wait (the error may say how long), then repeat the call."),
  timeout: passing("Repeat the call, with more time or less work."),
  cancelled: passing("Repeat the call if its result is still wanted."),
  upstream_failed: passing("Repeat the call later; report it if it keeps failing."),
  unavailable: passing("Repeat the call later."),
  data_corrupt: lasting("Restore or rebuild the data."),
  internal: lasting("Report the fault with the whole error."),
} as const satisfies Record<Condition, Pick<Recovery, "retryable" | "recovery">>;

const meanings = {
  invalid_input: "An input has the wrong type, form or value",
  missing_input: "A required input is absent",
  unknown_operation: "The requested operation does not exist",
  not_found: "The thing that the request names does not exist",
  already_exists: "The thing to be created exists",
  conflict: "The request does not fit the current state",
  unauthenticated: "The caller has not said who it is",
  permission_denied: "The caller may not do this",
  rate_limited: "Too many requests in too short a time",
  timeout: "The operation took too long",
  cancelled: "The caller cancelled the operation",
  upstream_failed: "A service that the operation depends on failed",
  unavailable: "The server cannot do this at the moment",
  data_corrupt: "Stored data is damaged or violates its own rules",
  internal: "A fault in the server itself",
} as const satisfies Record<Condition, string>;

type Recoveries = typeof conditionRecoveries;

type Conditions = {
  readonly [Name in Condition]: Simplify<
    { readonly meaning: (typeof meanings)[Name] } & Recoveries[Name] & (typeof conditionStatuses)[Name]
  >;
};

/** The neutral conditions that the codes of every contract stand for, with the status, retry and recovery of each. */
export const conditions = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(meanings).map(([name, meaning]) => [
    name,
    { meaning, ...conditionRecoveries[name as Condition], ...conditionStatuses[name as Condition] },
  ]),
) as Conditions;

/**
 * Returns how to recover from a code, on the wire or by name: as the contract prescribes it, else as its condition
 * does; `undefined` for a code that the contract does not have. Never throws.
 *
 * @example
 * ```js
 * import { getRecovery } from "error-contract/detect";
 * import { standard } from "error-contract/standard";
 *
 * console.log(getRecovery(standard, "NOT_FOUND"));
 * // {
 * //   condition: 'not_found',
 * //   retryable: false,
 * //   recovery: 'Check the name or create the thing first.'
 * // }
 * ```
 */
export function getRecovery(contract: ContractData, code: string | number): Recovery | undefined {
  const entry = findEntry(contract, code);
  if (!entry) return undefined;
  const { condition } = entry;
  const { retryable, recovery } = conditionRecoveries[condition];
  return { condition, retryable: entry.retryable ?? retryable, recovery: entry.recovery ?? recovery };
}
