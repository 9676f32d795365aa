/** Returns the checker's answer to a question, or `none` where the checker breaks off. */
export function answer<A>(ask: () => A, none: A): A {
  try {
    return ask();
  } catch {
    // The checker asserts its way through code that does not parse and projects that do not load. Types only add to the
    // findings of the rules, so a lint run goes on without them.
    return none;
  }
}
