import { conditionRecoveries } from "./condition-recoveries.js";
import { conditionStatuses, type Condition, type ConditionStatus } from "./condition-statuses.js";
import type { Simplify } from "./contract-data.js";

/** The meaning of a condition for a caller, and the codes by which protocols report it. */
export interface ConditionFacts extends ConditionStatus {
  /** The meaning in a few words. */
  readonly meaning: string;
  /** Whether the same request may succeed when it is repeated unchanged. */
  readonly retryable: boolean;
  /** The action of the receiver, as a sentence. */
  readonly recovery: string;
}

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
