/** What a question to the checker is answered with, or `none` where it breaks off. */
export function answer<A>(ask: () => A, none: A): A {
  try {
    return ask();
  } catch {
    // The checker asserts its way through code that does not parse and projects that do not load. Types only add to what
    // the rules know, so a lint run goes on without them.
    return none;
  }
}
