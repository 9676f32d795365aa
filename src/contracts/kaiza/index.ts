import { codesOf } from "../../contract/codes.js";
import { serialized } from "../../error/conforming-envelope.js";
import * as envelope from "../../contract/envelope-schema.js";
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
export { wrapHandler, type WrapHandlerOptions } from "./wrap-handler.js";

/** The 35 codes of specification 001 section 2, each name mapped to itself; frozen. */
export const SYSTEM_ERROR_CODES: typeof SystemError.codes = /* @__PURE__ */ codesOf(kaiza);

/**
 * A `SystemError` for whatever was thrown: `SystemError.fromUnknown` as a function. Never throws.
 *
 * @param context fields of the envelope, and `classify`; what the envelope cannot hold is ignored.
 */
export function fromUnknown(thrown: unknown, context?: SystemErrorUnknownContext): SystemError {
  return SystemError.fromUnknown(thrown, context);
}

/**
 * The value itself as the envelope of specification 001 section 1, typed, or `undefined` where {@link envelopeProblems} has
 * something to say. JSON text is not parsed first. Never throws, whatever the value.
 */
export function parseEnvelope(value: unknown): SystemErrorEnvelope | undefined {
  return envelope.parseEnvelope(kaiza, value);
}

/**
 * What is wrong with a value that should be the envelope of specification 001 section 1, in words: one line for each
 * problem, beginning with the path and saying what was expected and what was found. Empty when it conforms. Never throws,
 * whatever the value.
 */
export function envelopeProblems(value: unknown): readonly string[] {
  return envelope.envelopeProblems(kaiza, value);
}

/**
 * The canonical wire string of a failure: its envelope as JSON without spaces, keys in the order of section 1. A value that
 * is no `SystemError` becomes one first. Never throws.
 */
export function serialize(error: unknown): string {
  return serialized(SystemError, error);
}
