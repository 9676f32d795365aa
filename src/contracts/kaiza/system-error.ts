import type { CodeOf } from "../../contract/codes.js";
import type { ConstructFields, EnvelopeOf, GivenFields, UnknownContext } from "../../contract/infer.js";
import type { NoError } from "../../contract/infer-factories.js";
import { createTrustedClass, type ErrorClass, type ErrorOf } from "../../error/create-error-class.js";
import { kaiza, type KaizaContract } from "./contract.js";

/** One of the codes that specification 001 section 2 registers. */
export type SystemErrorCode = CodeOf<KaizaContract>;

/** The canonical error envelope of specification 001 section 1: eleven fields, and the stack while debugging. */
export interface SystemErrorEnvelope extends EnvelopeOf<KaizaContract> {}

/** Any field of the envelope, and `include_stack_trace`. Of other names see {@link SystemErrorContext}. */
export type SystemErrorFields = ConstructFields<KaizaContract> & NoError;

/**
 * The context of a failure: any field of the envelope but the code. A field that is left out or `undefined` is null,
 * `tool_name` is `"unknown"`. Names that the envelope does not have do not compile where an object is written out; at
 * run time they are ignored, since a session object may have them.
 */
export type SystemErrorContext = Omit<GivenFields<KaizaContract>, "error_code"> & NoError;

/** The context of a foreign value: the fields of the envelope, the code among them, and `classify`. */
export type SystemErrorUnknownContext = UnknownContext<KaizaContract>;

/**
 * A failure of specification 001. Its fields stand on it under the envelope's names, its message is
 * `[<error_code>] <human_message>`, and its `cause` is the original value, null where there is none.
 */
export interface SystemError extends ErrorOf<KaizaContract> {
  readonly name: "SystemError";

  /** The same as `error_code`, for code that reads the `code` of an error. Not enumerable, and not in the envelope. */
  readonly code: SystemErrorCode;

  /**
   * The canonical envelope: the fields in the order of section 1, JSON-safe and never `undefined`, the cause
   * normalised, so that an Error reads `{ message, code, name }`. Long, deep and circular values are cut with a visible
   * marker. Never throws.
   */
  toEnvelope(): SystemErrorEnvelope;
}

/** Specification 001 section 4. The `TypeError` that refuses an argument carries the given `cause`. */
export interface SystemErrorClass extends Pick<ErrorClass<KaizaContract>, "contract" | "codes"> {
  /**
   * Direct construction. Prefer a factory. Defaults: `error_code` UNKNOWN_TOOL_FAILURE, `human_message` "An error
   * occurred", `tool_name` "unknown", `timestamp` now, everything else null. With `include_stack_trace`, or under
   * `DEBUG_STACK=true` (section 9), the envelope has the stack.
   *
   * @throws TypeError for an unregistered code (`INVALID_ERROR_CODE`) or a value that the envelope cannot hold.
   */
  new (fields?: SystemErrorFields): SystemError;

  readonly prototype: SystemError;

  /** Also for an error of a contract that extends kaiza, and across copies of the package and realms. Never throws. */
  is(value: unknown): value is SystemError;

  /**
   * A tool could not do its work (specification 001 section 4).
   *
   * @param context any field but the code. Defaults: `human_message` "Tool execution failed", `tool_name` "unknown",
   *   `timestamp` now, everything else null. Pass a caught error as `cause`.
   * @throws TypeError for an unregistered code (`INVALID_ERROR_CODE`) or a value that the envelope cannot hold.
   *
   * @example
   * throw SystemError.toolFailure("INVALID_PATH", { human_message: "The path leaves the workspace", cause: error });
   */
  toolFailure(error_code: SystemErrorCode, context?: SystemErrorContext): SystemError;

  /**
   * A system invariant does not hold (specification 001 section 4). The code is always INVARIANT_VIOLATION.
   *
   * @param invariant_id which invariant: a stable name, never empty and never generated (section 3).
   * @param context as of {@link toolFailure}; default of `human_message`: "Invariant <id> was violated".
   * @throws TypeError for a missing or empty id, or a value that the envelope cannot hold.
   */
  invariantViolation(invariant_id: string, context?: SystemErrorContext): SystemError;

  /**
   * The server could not start (specification 001 section 4).
   *
   * @param error_code such as BOOTSTRAP_FAILURE or SELF_AUDIT_FAILURE.
   * @param context as of {@link toolFailure}; defaults: `human_message` "Startup failed", `tool_name` "startup".
   * @throws TypeError for an unregistered code (`INVALID_ERROR_CODE`) or a value that the envelope cannot hold.
   */
  startupFailure(error_code: SystemErrorCode, context?: SystemErrorContext): SystemError;

  /**
   * Converts any thrown value to a `SystemError` (specification 001 sections 4 and 5). A `SystemError` stays, or
   * becomes the cause of another with the context's `human_message`; anything else becomes the `cause` of a new one.
   *
   * - `error_code`: the context's, the answer of `classify`, the value's own `error_code` or `code` where that is
   *   registered, the one that the value or the nearest of its causes settles (as an error of a contract, or by an
   *   errno such as ENOENT or an HTTP status such as 404), INTERNAL_ERROR.
   * - `human_message`: the context's, the value's own `human_message` or `message`, "An unexpected error occurred".
   * - A KaizaError also gives its phase, invariant and component (the tool, in lower case) where the context has none.
   *
   * @param context fields of the envelope. A value that it cannot hold, an unregistered code included, is ignored.
   * @returns an error whose envelope conforms. Never throws.
   */
  fromUnknown(thrown: unknown, context?: SystemErrorUnknownContext): SystemError;
}

/**
 * The error of specification 001, which every failing tool throws. The factories create this class, also when they are
 * called on a subclass or without a receiver, so `promise.catch(SystemError.fromUnknown)` works.
 */
export const SystemError: SystemErrorClass = /* @__PURE__ */ createTrustedClass(kaiza) as unknown as SystemErrorClass;
