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
 * The context of a failure: any field of the envelope but the code. At run time unknown names are ignored, since a
 * session object may have them.
 */
export type SystemErrorContext = Omit<GivenFields<KaizaContract>, "error_code"> & NoError;

/** The context of a foreign value: the fields of the envelope, the code among them, and `classify`. */
export type SystemErrorUnknownContext = UnknownContext<KaizaContract>;

/** A failure of specification 001, with the fields of the envelope; its message is `[<error_code>] <human_message>`. */
export interface SystemError extends ErrorOf<KaizaContract> {
  readonly name: "SystemError";

  /** The same as `error_code`, for code that reads the `code` of an error. Not enumerable, and not in the envelope. */
  readonly code: SystemErrorCode;

  /** The canonical envelope: the fields in the order of section 1, JSON-safe and never `undefined`. Never throws. */
  toEnvelope(): SystemErrorEnvelope;
}

/** Specification 001 section 4. The `TypeError` that refuses an argument carries the given `cause`. */
export interface SystemErrorClass extends Pick<ErrorClass<KaizaContract>, "contract" | "codes"> {
  /**
   * Direct construction. Prefer a factory. Default code: UNKNOWN_TOOL_FAILURE. With `include_stack_trace`, or under
   * `DEBUG_STACK=true` (section 9), the envelope has the stack.
   */
  new (fields?: SystemErrorFields): SystemError;

  readonly prototype: SystemError;

  /** Also for an error of a contract that extends kaiza, and across copies of the package and realms. Never throws. */
  is(value: unknown): value is SystemError;

  /**
   * A tool could not do its work (specification 001 section 4). Pass a caught error as `cause`. A field that is left
   * out is null, `tool_name` "unknown", `timestamp` now.
   */
  toolFailure(error_code: SystemErrorCode, context?: SystemErrorContext): SystemError;

  /** A system invariant does not hold (specification 001 section 4): INVARIANT_VIOLATION. The id is a stable name. */
  invariantViolation(invariant_id: string, context?: SystemErrorContext): SystemError;

  /**
   * The server could not start (specification 001 section 4), such as BOOTSTRAP_FAILURE. Default `tool_name`:
   * "startup".
   */
  startupFailure(error_code: SystemErrorCode, context?: SystemErrorContext): SystemError;

  /**
   * Converts any thrown value (specification 001 sections 4 and 5); see `fromUnknown` of {@link ErrorClass}. A
   * KaizaError also gives its phase, invariant and component (the tool, in lower case). Never throws.
   */
  fromUnknown(thrown: unknown, context?: SystemErrorUnknownContext): SystemError;
}

/** The error of specification 001. Its factories need no receiver: `promise.catch(SystemError.fromUnknown)` works. */
export const SystemError: SystemErrorClass = /* @__PURE__ */ createTrustedClass(kaiza) as unknown as SystemErrorClass;
