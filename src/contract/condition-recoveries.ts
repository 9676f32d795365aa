import type { Condition } from "./condition-statuses.js";
import type { Recovery } from "./recovery.js";

/** A condition under which the same request fails again. */
const lasting = <const Text extends string>(recovery: Text) => ({ retryable: false, recovery }) as const;

/** A condition under which the same request may succeed when it is repeated. */
const passing = <const Text extends string>(recovery: Text) => ({ retryable: true, recovery }) as const;

/** What the receiver of a condition does. `conditions.ts` has the meanings, which clients do not need. */
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
