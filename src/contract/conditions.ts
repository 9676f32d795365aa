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

/** A condition under which the same request fails again. */
const lasting = <const Meaning extends string, const Recovery extends string>(meaning: Meaning, recovery: Recovery) =>
  ({ meaning, retryable: false, recovery }) as const;

/** A condition under which the same request may succeed when it is repeated. */
const passing = <const Meaning extends string, const Recovery extends string>(meaning: Meaning, recovery: Recovery) =>
  ({ meaning, retryable: true, recovery }) as const;

const texts = {
  invalid_input: lasting("An input has the wrong type, form or value", "Correct the input and call again."),
  missing_input: lasting("A required input is absent", "Supply the missing input and call again."),
  unknown_operation: lasting(
    "The requested operation does not exist",
    "List the available operations and choose one of them.",
  ),
  not_found: lasting("The thing that the request names does not exist", "Check the name or create the thing first."),
  already_exists: lasting("The thing to be created exists", "Use what exists or choose another name."),
  conflict: lasting(
    "The request does not fit the current state",
    "Read the current state, resolve the conflict and call again.",
  ),
  unauthenticated: lasting("The caller has not said who it is", "Authenticate or start a session, then call again."),
  permission_denied: lasting("The caller may not do this", "Ask for the permission or do something that is allowed."),
  rate_limited: passing(
    "Too many requests in too short a time",
    "Wait (the error may say how long), then repeat the call.",
  ),
  timeout: passing("The operation took too long", "Repeat the call, with more time or less work."),
  cancelled: passing("The caller cancelled the operation", "Repeat the call if its result is still wanted."),
  upstream_failed: passing(
    "A service that the operation depends on failed",
    "Repeat the call later; report it if it keeps failing.",
  ),
  unavailable: passing("The server cannot do this at the moment", "Repeat the call later."),
  data_corrupt: lasting("Stored data is damaged or violates its own rules", "Restore or rebuild the data."),
  internal: lasting("A fault in the server itself", "Report the fault with the whole error."),
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
