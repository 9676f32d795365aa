import { handleRejection } from "../json/read.js";
import { isRemembered, record, recordSync, rememberTold } from "./audit.js";
import type { Boundary, Failure } from "./boundary.js";
import { describeCall, type BegunCall, type Call } from "./context.js";
import { deliver, type Outcome } from "./deliver.js";
import { createFailure } from "./failure.js";
import type { ReturnedFailure } from "./returned-failure.js";
import { findUrlElicitation } from "./sdk-signal.js";
import { waitFor } from "./time-limit.js";

/** Settles the failure of a call that has not returned yet: creates it, records it, delivers it. Never throws. */
export function settleSync(boundary: Boundary, returned: ReturnedFailure, begun: BegunCall): Outcome {
  try {
    const step = begin(boundary, returned, begun);
    return "thrown" in step ? step : finish(boundary, step, recordSync(boundary, step.failure, step.call.context));
  } catch {
    // Intended: a full stack has no room for the failure itself.
    return { thrown: boundary.last() };
  }
}

export async function settle(boundary: Boundary, given: ReturnedFailure, begun: BegunCall): Promise<Outcome> {
  try {
    const thrown = "thrown" in given && (await awaitThrown(given.thrown, boundary.auditTimeout));
    const step = begin(boundary, { ...given, ...thrown }, begun);
    return "thrown" in step ? step : finish(boundary, step, await record(boundary, step.failure, step.call.context));
  } catch {
    // Intended: a full stack has no room for the failure itself.
    return { thrown: boundary.last() };
  }
}

interface Step {
  readonly call: Call;
  readonly failure: Failure;
  readonly signal: object | undefined;
}

/** Returns a signal that an inner boundary has recorded, else the failure to record. */
function begin(boundary: Boundary, returned: ReturnedFailure, begun: BegunCall): Step | { readonly thrown: object } {
  const call = describeCall(boundary, begun);
  const signal = findSignal(returned, call);
  if (signal && isRemembered(boundary, signal)) return { thrown: signal };
  return { call, signal, failure: { ...createFailure(boundary, returned, call), passedLimit: call.passedLimit } };
}

/** Lets a recorded signal out as it is: in any other form the request would be lost. */
function finish(boundary: Boundary, { call, failure, signal }: Step, recorded: Failure): Outcome {
  if (!signal || recorded.error !== failure.error) return deliver(boundary, recorded, call);
  rememberTold(boundary, recorded, signal);
  return { thrown: signal };
}

/** Another caller would take it for a failure, as would a server for a tool whose SDK has another class for it. */
function findSignal(returned: ReturnedFailure, { caller, sdk }: Call): object | undefined {
  if (caller === "function" || !("thrown" in returned)) return undefined;
  const generation = findUrlElicitation(returned.thrown);
  if (generation === undefined || (caller === "tool" && generation !== sdk)) return undefined;
  return returned.thrown as object;
}

const mostPromises = 8;

/** The value stands in an object, since it may be a thenable that must not run. */
async function awaitThrown(thrown: unknown, milliseconds: number): Promise<{ readonly thrown: unknown }> {
  let value = thrown;
  for (let count = 0; count < mostPromises && handleRejection(value); count++) {
    try {
      value = await waitFor(value, milliseconds, "the promise that was thrown has not been settled");
    } catch (reason) {
      value = reason;
    }
  }
  return { thrown: value };
}
