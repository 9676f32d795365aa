import type { Boundary } from "./options.js";
import { settle, settleSync } from "./settle.js";

/**
 * The same iteration, with its failure turned into the contract's. Values that the consumer sends in, its `throw` and its
 * `return` reach the handler's generator. A failure that is delivered as a value is the last one yielded, because a
 * `for` loop never sees what a generator returns.
 */
export async function* guardedAsyncGenerator(
  generator: AsyncGenerator,
  boundary: Boundary,
  args: readonly unknown[],
): AsyncGenerator {
  try {
    return (yield* generator) as unknown;
  } catch (thrown) {
    const outcome = await settle(boundary, { thrown }, args);
    if ("thrown" in outcome) throw outcome.thrown;
    yield outcome.value;
    return undefined;
  }
}

/** As {@link guardedAsyncGenerator}, for a generator that does not wait. */
export function* guardedGenerator(generator: Generator, boundary: Boundary, args: readonly unknown[]): Generator {
  try {
    return (yield* generator) as unknown;
  } catch (thrown) {
    const outcome = settleSync(boundary, { thrown }, args);
    if ("thrown" in outcome) throw outcome.thrown;
    yield outcome.value;
    return undefined;
  }
}
