import { getShared } from "../contract/shared.js";
import { defineMember, isObject, tryTo } from "../json/read.js";

/** The reasons that controllers of this process were given, which what they abort throws as they are. */
const reasons = /* @__PURE__ */ getShared("abort-reasons", () => ({
  isWatched: false,
  objects: new WeakSet<object>(),
  values: new Set<unknown>(),
}));

/** A text may be the reason of one abort, and thrown by something else much later. */
const mostValues = 100;

/**
 * Remembers from now on why controllers abort: `fetch` and its like throw a reason as it is, and nothing else shows
 * that `abort("gave up")` was one. Where the platform does not let its classes be changed, nothing is remembered.
 */
export function watchAborts(): void {
  if (reasons.isWatched) return;
  reasons.isWatched = true;
  tryTo(() => {
    const { prototype } = AbortController;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the controller
    const { abort } = prototype;
    function watched(this: AbortController, ...args: [reason?: unknown]): void {
      if (args[0] !== undefined) remember(args[0]);
      Reflect.apply(abort, this, args);
    }
    defineMember(watched, "name", abort.name);
    defineMember(watched, "length", abort.length);
    defineMember(prototype, "abort", watched, true);
  });
}

function remember(reason: unknown): void {
  if (isObject(reason)) {
    reasons.objects.add(reason);
    return;
  }
  const { values } = reasons;
  values.delete(reason);
  values.add(reason);
  if (values.size > mostValues) values.delete(values.values().next().value);
}

export const isAbortReason = (thrown: unknown): boolean =>
  isObject(thrown) ? reasons.objects.has(thrown) : reasons.values.has(thrown);
