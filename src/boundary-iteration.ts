/** What becomes of a failure inside a generator: thrown, or the last value that it yields. */
type Outcome = { readonly thrown: unknown } | { readonly value: unknown };

/**
 * The same iteration, with its failure turned into the contract's. Values that the consumer sends in, its `throw` and its
 * `return` reach the handler's generator. A failure that is delivered as a value is the last one yielded, because a
 * `for` loop never sees what a generator returns.
 */
export async function* guardedAsyncGenerator(
  generator: AsyncGenerator,
  settle: (thrown: unknown) => Promise<Outcome>,
): AsyncGenerator {
  try {
    return (yield* generator) as unknown;
  } catch (thrown) {
    const outcome = await settle(thrown);
    if ("thrown" in outcome) throw outcome.thrown;
    yield outcome.value;
    return undefined;
  }
}

/** As {@link guardedAsyncGenerator}, for a generator that does not wait. */
export function* guardedGenerator(generator: Generator, settle: (thrown: unknown) => Outcome): Generator {
  try {
    return (yield* generator) as unknown;
  } catch (thrown) {
    const outcome = settle(thrown);
    if ("thrown" in outcome) throw outcome.thrown;
    yield outcome.value;
    return undefined;
  }
}
