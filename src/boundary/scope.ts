import { getShared } from "../contract/shared.js";
import type { Boundary } from "./boundary.js";
import type { BegunCall } from "./context.js";

export interface Scope {
  readonly boundary: Boundary;
  readonly call: BegunCall;
}

export type Tracker = <T>(scope: Scope, run: () => T) => T;

/** The hook of the process boundary, which alone needs Node's async context: that costs every call a little. */
export const tracking = /* @__PURE__ */ getShared("tracking", (): { tracker: Tracker | undefined } => ({
  tracker: undefined,
}));
