import type { CodeOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { contractOption } from "../error/resolve-error-class.js";
import type { BoundaryOptions, SessionFields } from "./boundary.js";
import { guardHandler } from "./guard-handler.js";
import type { Arguments, Declared, Fixed, Handler, HandlerOf, Undeclared, WrappedHandler } from "./options.js";

/**
 * Puts a handler behind a boundary: any failure that it throws, rejects with or returns leaves as the contract's
 * envelope, recorded first (specification 001 sections 5 and 6). Arguments, `this` and results pass through; a
 * synchronous handler stays synchronous. Promises and generators are watched until they end. If the sink cannot record
 * a failure, the caller gets `AUDIT_LOG_FAILED` or the contract's fallback.
 *
 * @returns a function with the type, name, length and properties of the handler; of overloads the last.
 * @throws TypeError naming the option that is missing or wrong.
 * @example
 * ```js
 * import { wrapHandler } from "error-contract";
 * import { standard, toolError } from "error-contract/standard";
 *
 * const readNote = wrapHandler(
 *   () => {
 *     throw toolError("NOT_FOUND", "There is no such note.");
 *   },
 *   { contract: standard, tool_name: "read_note", audit: "none" },
 * );
 * try {
 *   readNote();
 * } catch (error) {
 *   console.log(error.code); // NOT_FOUND
 * }
 * ```
 */
export function wrapHandler<
  A extends Arguments,
  R,
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  T = never,
  This = unknown,
>(
  handler: HandlerOf<A, R, T, This>,
  options: BoundaryOptions<C, Fixed<A>, S> & Undeclared,
): WrappedHandler<A, R, T, This>;
/** With `throws`, the wrapped handler carries the codes that it declares. */
export function wrapHandler<
  A extends Arguments,
  R,
  const C extends ContractData,
  const Code extends CodeOf<C>,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  T = never,
  This = unknown,
>(
  handler: HandlerOf<A, R, T, This>,
  options: BoundaryOptions<C, Fixed<A>, S> & Declared<Code>,
): WrappedHandler<A, R, T, This> & Declared<Code>;
export function wrapHandler(handler: Handler, options: unknown): Handler {
  return guardHandler("wrapHandler", handler, options, contractOption);
}
