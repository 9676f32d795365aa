import { handleRejection } from "../json/read.js";
import { isRemembered, record, recordSync, rememberTold, type Recorded } from "./audit.js";
import type { Boundary } from "./boundary.js";
import { describeCall, type BegunCall, type Call } from "./context.js";
import { deliver, deliverLast, type Delivered } from "./deliver.js";
import { createFailure, refreshLastFailure } from "./failure.js";
import type { ReturnedFailure } from "./returned-failure.js";
import { findUrlElicitation } from "./sdk-signal.js";
import { waitFor } from "./wait-for.js";

export type Outcome = Delivered | { readonly thrown: unknown };

/** Settles the failure of a call that has not returned yet: creates it, records it, delivers it. Never throws. */
export function settleSync(boundary: Boundary, returned: ReturnedFailure, begun: BegunCall): Outcome {
  let call: Call | undefined;
  let recorded: Recorded | undefined;
  try {
    call = describeCall(boundary, begun);
    const signal = findSignal(returned, call);
    if (signal && isRemembered(boundary, signal)) return { thrown: signal };
    const failure = createFailure(boundary, returned, call);
    recorded = recordSync(boundary, failure, call.context);
    return signal && recorded.error === failure.error
      ? pass(boundary, recorded, signal)
      : deliver(boundary, recorded, call);
  } catch {
    // Something that all code relies on throws: a method of `Array`, a getter of a class of the project.
    recorded ??= recordSync(boundary, refreshLastFailure(boundary, returned), []);
    return deliverLast(boundary, recorded, call);
  }
}

export async function settle(boundary: Boundary, given: ReturnedFailure, begun: BegunCall): Promise<Outcome> {
  let returned = given;
  let call: Call | undefined;
  let recorded: Recorded | undefined;
  try {
    if ("thrown" in given) returned = { ...given, ...(await awaitThrown(given.thrown, boundary.auditTimeout)) };
    call = describeCall(boundary, begun);
    const signal = findSignal(returned, call);
    if (signal && isRemembered(boundary, signal)) return { thrown: signal };
    const failure = createFailure(boundary, returned, call);
    recorded = await record(boundary, failure, call.context);
    return signal && recorded.error === failure.error
      ? pass(boundary, recorded, signal)
      : deliver(boundary, recorded, call);
  } catch {
    // Something that all code relies on throws, as above.
    recorded ??= await record(boundary, refreshLastFailure(boundary, returned), []);
    return deliverLast(boundary, recorded, call);
  }
}

/** Another caller would take it for a failure, as would a server for a tool whose SDK has another class for it. */
function findSignal(returned: ReturnedFailure, { caller, sdk }: Call): object | undefined {
  if (caller === "function" || !("thrown" in returned)) return undefined;
  const generation = findUrlElicitation(returned.thrown);
  if (generation === undefined || (caller === "tool" && generation !== sdk)) return undefined;
  return returned.thrown as object;
}

/** Lets a recorded signal out as it is: in any other form the request would be lost. */
function pass(boundary: Boundary, recorded: Recorded, signal: object): Outcome {
  rememberTold(boundary, recorded, signal);
  return { thrown: signal };
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
