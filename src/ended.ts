// Exports that have ended. Each throws an error that names what to use for one release, 0.1; after it this file goes.

/**
 * Has ended: no page ever documented it. The factories name the nearest code where they refuse one, and
 * `getCodes` lists those to choose from.
 *
 * @throws TypeError always.
 */
export function findNearestCode(): never {
  throw new TypeError(
    "findNearestCode: it has ended; the factories name the nearest code where they refuse one, and `getCodes` lists " +
      "those to choose from",
  );
}
