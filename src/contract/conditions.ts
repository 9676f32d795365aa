import { conditionStatuses, type Condition, type ConditionStatus } from "./condition-statuses.js";

/** The meaning of a condition for a caller, and the codes by which protocols report it. */
export interface ConditionFacts extends ConditionStatus {
  /** The meaning in a few words. */
  readonly meaning: string;
  /** Whether the same request may succeed when it is repeated unchanged. */
  readonly retryable: boolean;
  /** The action of the receiver, as a sentence. */
  readonly recovery: string;
}

/**
 * The neutral conditions that the codes of every contract stand for. A code names its condition and inherits status,
 * retry and recovery, which are written once for all contracts.
 */
export const conditions = {
  invalid_input: {
    meaning: "An input has the wrong type, form or value",
    ...conditionStatuses.invalid_input,
    retryable: false,
    recovery: "Correct the input and call again.",
  },
  missing_input: {
    meaning: "A required input is absent",
    ...conditionStatuses.missing_input,
    retryable: false,
    recovery: "Supply the missing input and call again.",
  },
  unknown_operation: {
    meaning: "The requested operation does not exist",
    ...conditionStatuses.unknown_operation,
    retryable: false,
    recovery: "List the available operations and choose one of them.",
  },
  not_found: {
    meaning: "The thing that the request names does not exist",
    ...conditionStatuses.not_found,
    retryable: false,
    recovery: "Check the name or create the thing first.",
  },
  already_exists: {
    meaning: "The thing to be created exists",
    ...conditionStatuses.already_exists,
    retryable: false,
    recovery: "Use what exists or choose another name.",
  },
  conflict: {
    meaning: "The request does not fit the current state",
    ...conditionStatuses.conflict,
    retryable: false,
    recovery: "Read the current state, resolve the conflict and call again.",
  },
  unauthenticated: {
    meaning: "The caller has not said who it is",
    ...conditionStatuses.unauthenticated,
    retryable: false,
    recovery: "Authenticate or start a session, then call again.",
  },
  permission_denied: {
    meaning: "The caller may not do this",
    ...conditionStatuses.permission_denied,
    retryable: false,
    recovery: "Ask for the permission or do something that is allowed.",
  },
  rate_limited: {
    meaning: "Too many requests in too short a time",
    ...conditionStatuses.rate_limited,
    retryable: true,
    recovery: "Wait as long as the error says, then repeat the call.",
  },
  timeout: {
    meaning: "The operation took too long",
    ...conditionStatuses.timeout,
    retryable: true,
    recovery: "Repeat the call, with more time or less work.",
  },
  cancelled: {
    meaning: "The caller cancelled the operation",
    ...conditionStatuses.cancelled,
    retryable: true,
    recovery: "Repeat the call if its result is still wanted.",
  },
  upstream_failed: {
    meaning: "A service that the operation depends on failed",
    ...conditionStatuses.upstream_failed,
    retryable: true,
    recovery: "Repeat the call later; report it if it keeps failing.",
  },
  unavailable: {
    meaning: "The server cannot do this at the moment",
    ...conditionStatuses.unavailable,
    retryable: true,
    recovery: "Repeat the call later.",
  },
  data_corrupt: {
    meaning: "Stored data is damaged or violates its own rules",
    ...conditionStatuses.data_corrupt,
    retryable: false,
    recovery: "Restore or rebuild the data.",
  },
  internal: {
    meaning: "A fault in the server itself",
    ...conditionStatuses.internal,
    retryable: false,
    recovery: "Report the fault with the whole error.",
  },
} as const satisfies Record<Condition, ConditionFacts>;
