import type { ContractData } from "../contract/contract-data.js";
import { contractOption } from "../error/resolve-error-class.js";
import { guardHandler } from "./guard-handler.js";
import type { Arguments, BoundaryOptions, Fixed, HandlerOf, SessionFields, WrappedHandler } from "./options.js";

/**
 * Puts a handler behind a boundary: any failure that it throws, rejects with or returns leaves as the contract's
 * envelope, recorded first (specification 001 sections 5 and 6). Arguments, `this` and results pass through; a
 * synchronous handler stays synchronous. The tool's name and the session's fields stand where the error left them
 * empty. If the audit sink cannot record it, the caller gets `AUDIT_LOG_FAILED` or the contract's fallback instead.
 *
 * Promises, generators and async generators are watched until they end; other iterables and streams are not. A
 * generator's failure is thrown, or is its last value. A handler that is written in place takes its types from where it
 * is registered. Under a contract that returns its failures, a result may also be a delivered failure.
 *
 * @param handler any function.
 * @returns a function with the handler's parameters, result, name, length and properties. In its type, the last of
 *   several overloads stands for all, and there are no properties.
 * @throws TypeError naming the option that is missing or wrong. The wrapped handler throws only delivered failures.
 *
 * @example
 * server.registerTool("read_file", config, wrapHandler(readFile, { contract: kaiza, tool_name: "read_file", audit }));
 */
export function wrapHandler<
  A extends Arguments,
  R,
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
  T = never,
  This = unknown,
>(handler: HandlerOf<A, R, T, This>, options: BoundaryOptions<C, Fixed<A>, S>): WrappedHandler<A, R, T, This> {
  return guardHandler("wrapHandler", handler, options, contractOption);
}
