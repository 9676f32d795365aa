import * as envelope from "../../contract/envelope-schema.js";
import { createWrapHandler } from "../../boundary/guard-handler.js";
import type { Arguments, Fixed, HandlerOf, WrapOptions, WrappedHandler } from "../../boundary/options.js";
import { codesOf } from "../../contract/codes.js";
import { createSerializer } from "../module-parts.js";
import { kaiza } from "./contract.js";
import { SystemError, type SystemErrorEnvelope, type SystemErrorUnknownContext } from "./system-error.js";

export { kaiza } from "./contract.js";
export {
  SystemError,
  type SystemErrorClass,
  type SystemErrorCode,
  type SystemErrorContext,
  type SystemErrorEnvelope,
  type SystemErrorFields,
  type SystemErrorUnknownContext,
} from "./system-error.js";

/** The codes of specification 001 section 2, each name mapped to itself; frozen. */
export const SYSTEM_ERROR_CODES: typeof SystemError.codes = /* @__PURE__ */ codesOf(kaiza);

/**
 * Converts any thrown value to a `SystemError`: `SystemError.fromUnknown` as a function. Never throws.
 *
 * @param context fields of the envelope, and `classify`; a value that the envelope cannot hold is ignored.
 */
export function fromUnknown(thrown: unknown, context?: SystemErrorUnknownContext): SystemError {
  return SystemError.fromUnknown(thrown, context);
}

/**
 * Returns the value itself as the envelope of specification 001 section 1, typed, or `undefined` where
 * {@link envelopeProblems} finds problems. JSON text is not parsed first. Never throws, whatever the value.
 */
export function parseEnvelope(value: unknown): SystemErrorEnvelope | undefined {
  return envelope.parseEnvelope(kaiza, value);
}

/**
 * Checks a value that should be the envelope of specification 001 section 1 and returns the problems in words: one line
 * each, with the path, the expected value and the one that was found. Empty when the value conforms. Never throws,
 * whatever the value.
 */
export function envelopeProblems(value: unknown): readonly string[] {
  return envelope.envelopeProblems(kaiza, value);
}

/**
 * Returns the canonical wire string of a failure: its envelope as JSON without spaces, keys in the order of section 1.
 * A value that is no `SystemError` becomes one first. Never throws.
 */
export const serialize: (this: void, error: unknown) => string = /* @__PURE__ */ createSerializer(SystemError);

/** The options of {@link wrapHandler}, whose contract is kaiza. */
export type WrapHandlerOptions<A extends readonly unknown[] = readonly unknown[]> = WrapOptions<typeof kaiza, A>;

/**
 * Puts a tool handler behind the boundary of specification 001 section 5: any failure reaches the client as the
 * canonical envelope, recorded first where there is an audit sink.
 *
 * A failure is thrown as a `SystemError` whose message is the envelope as JSON, because that is all of a thrown error
 * that an MCP server keeps; the fields stand on it as ever.
 *
 * @param handler any function; its `this`, arguments and results pass through, and so do their types.
 * @param options the tool's name, or an object with `tool_name`, `session`, `audit`, `classify` and `deliver`.
 * @throws TypeError naming the option that is missing or wrong.
 *
 * @example
 * server.registerTool("read_file", config, wrapHandler(readFileHandler, "read_file"));
 */
export function wrapHandler<A extends Arguments, R, T = never, This = unknown>(
  handler: HandlerOf<A, R, T, This>,
  options: string | WrapHandlerOptions<Fixed<A>>,
): WrappedHandler<A, R, T, This> {
  return createWrapHandler(SystemError)(handler, options);
}
