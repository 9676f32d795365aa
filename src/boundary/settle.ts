import { record, recordSync } from "./audit.js";
import type { Boundary } from "./boundary.js";
import { describeCall } from "./context.js";
import { deliver, type Delivered } from "./deliver.js";
import { createFailure, isProtocolSignal } from "./failure.js";
import type { ReturnedFailure } from "./returned-failure.js";

/** The outcome of a call whose failure was settled: an error to throw, or a value to return. */
export type Outcome = Delivered | { readonly thrown: unknown };

/** Settles the failure of a call that has not returned yet: creates it, records it, delivers it. Never throws. */
export function settleSync(boundary: Boundary, returned: ReturnedFailure, args: readonly unknown[]): Outcome {
  if (isSignal(returned)) return returned;
  const call = describeCall(boundary, args);
  const failure = recordSync(boundary, createFailure(boundary, returned, call), call.context);
  return deliver(boundary, failure, call);
}

/** Settles a failure that can wait until it is recorded; see {@link settleSync}. Never rejects. */
export async function settle(
  boundary: Boundary,
  returned: ReturnedFailure,
  args: readonly unknown[],
): Promise<Outcome> {
  if (isSignal(returned)) return returned;
  const call = describeCall(boundary, args);
  const failure = await record(boundary, createFailure(boundary, returned, call), call.context);
  return deliver(boundary, failure, call);
}

const isSignal = (returned: ReturnedFailure): returned is { readonly thrown: unknown } =>
  "thrown" in returned && isProtocolSignal(returned.thrown);
