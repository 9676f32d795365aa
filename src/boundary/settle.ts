import { record, recordSync, type Recorded } from "./audit.js";
import type { Boundary } from "./boundary.js";
import { describeCall, type BegunCall, type Call } from "./context.js";
import { deliver, deliverLast, type Delivered } from "./deliver.js";
import { createFailure, isProtocolSignal, refreshLastFailure } from "./failure.js";
import type { ReturnedFailure } from "./returned-failure.js";

/** The outcome of a call whose failure was settled: an error to throw, or a value to return. */
export type Outcome = Delivered | { readonly thrown: unknown };

/** Settles the failure of a call that has not returned yet: creates it, records it, delivers it. Never throws. */
export function settleSync(boundary: Boundary, returned: ReturnedFailure, begun: BegunCall): Outcome {
  let call: Call | undefined;
  let recorded: Recorded | undefined;
  try {
    if (isSignal(returned)) return returned;
    call = describeCall(boundary, begun);
    recorded = recordSync(boundary, createFailure(boundary, returned, call), call.context);
    return deliver(boundary, recorded, call);
  } catch {
    // Something that all code relies on throws: a method of `Array`, a getter of a class of the project.
    recorded ??= recordSync(boundary, refreshLastFailure(boundary, returned), []);
    return deliverLast(boundary, recorded, call);
  }
}

/** Settles a failure that can wait until it is recorded; see {@link settleSync}. Never rejects. */
export async function settle(boundary: Boundary, returned: ReturnedFailure, begun: BegunCall): Promise<Outcome> {
  let call: Call | undefined;
  let recorded: Recorded | undefined;
  try {
    if (isSignal(returned)) return returned;
    call = describeCall(boundary, begun);
    recorded = await record(boundary, createFailure(boundary, returned, call), call.context);
    return deliver(boundary, recorded, call);
  } catch {
    // Something that all code relies on throws, as above.
    recorded ??= await record(boundary, refreshLastFailure(boundary, returned), []);
    return deliverLast(boundary, recorded, call);
  }
}

const isSignal = (returned: ReturnedFailure): returned is { readonly thrown: unknown } =>
  "thrown" in returned && isProtocolSignal(returned.thrown);
