import type { FailureClass } from "../../error/contract-error.js";

/**
 * An error class that converts foreign values in a way of its own, for one boundary: what it makes are errors of the class
 * it was made from.
 */
export function withConversion<E extends FailureClass>(errorClass: E, fromUnknown: E["fromUnknown"]): E {
  // A subclass has the members of the class as they are, whatever they will be.
  const Bound = class extends (errorClass as unknown as new () => object) {};
  return Object.defineProperty(Bound, "fromUnknown", { value: fromUnknown }) as unknown as E;
}
