import { getShared } from "../contract/shared.js";
import type { Boundary } from "./boundary.js";

/** A call of a handler that has not ended: its boundary and its arguments. */
export interface Scope {
  readonly boundary: Boundary;
  readonly args: readonly unknown[];
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

/**
 * Runs the steps of a generator in the scope: its body runs when values are requested, not when the handler is called.
 */
export function trackGenerator<G extends Generator | AsyncGenerator>(
  generator: G,
  boundary: Boundary,
  args: readonly unknown[],
): G {
  const { tracker } = tracking;
  if (!tracker) return generator;
  const createStep = (name: "next" | "return" | "throw") => (value: unknown) =>
    tracker({ boundary, args }, () => generator[name](value));
  const iterator = { next: createStep("next"), return: createStep("return"), throw: createStep("throw") };
  return { ...iterator, [Symbol.iterator]: () => iterator, [Symbol.asyncIterator]: () => iterator } as unknown as G;
}
