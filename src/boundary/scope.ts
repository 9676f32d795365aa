import type { Boundary } from "./options.js";

/** A handler at work: whose boundary it is, and what it was called with. */
export interface Scope {
  readonly boundary: Boundary;
  readonly args: readonly unknown[];
}

/** Runs a function in such a way that what it leaves behind can later be traced to the scope. */
export type Tracker = <T>(scope: Scope, run: () => T) => T;

/**
 * Where the process boundary hooks in. It alone needs Node's async context, which costs every call a little; without it a
 * handler is called as it is.
 */
export const tracking: { tracker: Tracker | undefined } = { tracker: undefined };

/** The result of a handler that runs in the scope. */
export function trackedCall(
  boundary: Boundary,
  handler: (...args: never[]) => unknown,
  self: unknown,
  args: readonly unknown[],
): unknown {
  const run = (): unknown => Reflect.apply(handler, self, args);
  return tracking.tracker ? tracking.tracker({ boundary, args }, run) : run();
}

/** A generator whose steps run in the scope: its body runs when it is asked for values, not when the handler is called. */
export function tracked<G extends Generator | AsyncGenerator>(
  generator: G,
  boundary: Boundary,
  args: readonly unknown[],
): G {
  const { tracker } = tracking;
  if (!tracker) return generator;
  const step = (name: "next" | "return" | "throw") => (value: unknown) =>
    tracker({ boundary, args }, () => generator[name](value));
  const iterator = { next: step("next"), return: step("return"), throw: step("throw") };
  return { ...iterator, [Symbol.iterator]: () => iterator, [Symbol.asyncIterator]: () => iterator } as unknown as G;
}
