import { audited, auditedSync } from "./audit.js";
import { callFrom } from "./call.js";
import { abortCondition } from "./classify.js";
import { knownContext } from "./context.js";
import { failureFrom, failureFromEnvelope, type Failure } from "./failure.js";
import type { Boundary } from "./options.js";
import type { Returned } from "./returned-failure.js";
import { isProtocolSignal } from "./signal.js";
import type { Condition } from "../contract/condition-statuses.js";
import { delivered, type Delivered } from "./deliver.js";
import { conditionsOfStatus } from "../http/status.js";
import { readable } from "../json/to-json-safe.js";

/** What leaves the boundary instead of a result. */
export type Outcome = Delivered | { readonly thrown: unknown };

/** A failure of a handler that failed before it returned: recorded, and in the form in which it leaves. Never throws. */
export function settleSync(boundary: Boundary, returned: Returned, args: readonly unknown[]): Outcome {
  if (isSignal(returned)) return returned;
  const known = knownContext(boundary, args);
  return delivered(boundary, auditedSync(boundary, failureOf(boundary, returned, known, args), known), args);
}

/** As {@link settleSync}, for a failure that can wait until it is recorded. Never rejects. */
export async function settle(boundary: Boundary, returned: Returned, args: readonly unknown[]): Promise<Outcome> {
  if (isSignal(returned)) return returned;
  const known = knownContext(boundary, args);
  return delivered(boundary, await audited(boundary, failureOf(boundary, returned, known, args), known), args);
}

function failureOf(
  boundary: Boundary,
  returned: Returned,
  known: readonly unknown[],
  args: readonly unknown[],
): Failure {
  if ("envelope" in returned) return failureFromEnvelope(boundary, returned, known);
  return failureFrom(boundary, returned.thrown, known, conditionsOf(boundary, returned.thrown, args));
}

/** What the failure is likely to be, by its circumstances: an abort, or the status that an error of an HTTP server brings. */
function conditionsOf({ deliver }: Boundary, thrown: unknown, args: readonly unknown[]): readonly Condition[] {
  const aborted = abortCondition(thrown, callFrom(args).signal);
  if (aborted) return [aborted];
  if (deliver !== "response" && typeof deliver !== "function") return [];
  return [readable(thrown, "status"), readable(thrown, "statusCode")].flatMap(conditionsOfStatus);
}

const isSignal = (returned: Returned): returned is { readonly thrown: unknown } =>
  "thrown" in returned && isProtocolSignal(returned.thrown);
