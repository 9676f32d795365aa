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

const texts = {
  invalid_input: {
    meaning: "An input has the wrong type, form or value",
    retryable: false,
    recovery: "Correct the input and call again.",
  },
  missing_input: {
    meaning: "A required input is absent",
    retryable: false,
    recovery: "Supply the missing input and call again.",
  },
  unknown_operation: {
    meaning: "The requested operation does not exist",
    retryable: false,
    recovery: "List the available operations and choose one of them.",
  },
  not_found: {
    meaning: "The thing that the request names does not exist",
    retryable: false,
    recovery: "Check the name or create the thing first.",
  },
  already_exists: {
    meaning: "The thing to be created exists",
    retryable: false,
    recovery: "Use what exists or choose another name.",
  },
  conflict: {
    meaning: "The request does not fit the current state",
    retryable: false,
    recovery: "Read the current state, resolve the conflict and call again.",
  },
  unauthenticated: {
    meaning: "The caller has not said who it is",
    retryable: false,
    recovery: "Authenticate or start a session, then call again.",
  },
  permission_denied: {
    meaning: "The caller may not do this",
    retryable: false,
    recovery: "Ask for the permission or do something that is allowed.",
  },
  rate_limited: {
    meaning: "Too many requests in too short a time",
    retryable: true,
    recovery: "Wait (the error may say how long), then repeat the call.",
  },
  timeout: {
    meaning: "The operation took too long",
    retryable: true,
    recovery: "Repeat the call, with more time or less work.",
  },
  cancelled: {
    meaning: "The caller cancelled the operation",
    retryable: true,
    recovery: "Repeat the call if its result is still wanted.",
  },
  upstream_failed: {
    meaning: "A service that the operation depends on failed",
    retryable: true,
    recovery: "Repeat the call later; report it if it keeps failing.",
  },
  unavailable: {
    meaning: "The server cannot do this at the moment",
    retryable: true,
    recovery: "Repeat the call later.",
  },
  data_corrupt: {
    meaning: "Stored data is damaged or violates its own rules",
    retryable: false,
    recovery: "Restore or rebuild the data.",
  },
  internal: {
    meaning: "A fault in the server itself",
    retryable: false,
    recovery: "Report the fault with the whole error.",
  },
} as const satisfies Record<Condition, Omit<ConditionFacts, keyof ConditionStatus>>;

type Conditions = {
  readonly [Name in Condition]: Simplify<(typeof texts)[Name] & (typeof conditionStatuses)[Name]>;
};

/**
 * The neutral conditions that the codes of every contract stand for. A code names its condition and inherits status,
 * retry and recovery, which are written once for all contracts.
 */
export const conditions = /* @__PURE__ */ Object.fromEntries(
  /* @__PURE__ */ Object.entries(texts).map(([name, facts]) => [
    name,
    { ...facts, ...conditionStatuses[name as Condition] },
  ]),
) as Conditions;
