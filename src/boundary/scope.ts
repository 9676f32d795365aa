import { getShared } from "../contract/shared.js";
import type { Boundary } from "./boundary.js";
import type { BegunCall } from "./context.js";

/** A call of a handler that has not ended: with its boundary. */
export interface Scope {
  readonly boundary: Boundary;
  readonly call: BegunCall;
}

/** Runs a function in such a way that failures it leaves behind can later be traced to the scope. */
export type Tracker = <T>(scope: Scope, run: () => T) => T;

/**
 * The hook of the process boundary. It alone needs Node's async context, which costs every call a little; without it a
 * handler is called as it is.
 */
export const tracking = /* @__PURE__ */ getShared("tracking", (): { tracker: Tracker | undefined } => ({
  tracker: undefined,
}));
