import { getCodes, type CodeOf, type CodesOf } from "../../contract/codes.js";
import { withFeatures } from "../../contract/features.js";
import { getRecovery } from "../../contract/conditions.js";
import type { NoError, PlainDetails } from "../../contract/infer-factories.js";
import type { CauseOption, EnvelopeOf } from "../../contract/infer.js";
import {
  createTrustedClass,
  getFactoryFunctions,
  type ErrorClass,
  type ErrorOf,
} from "../../error/create-error-class.js";
import { libraries } from "../../libraries/knowledge.js";
import * as parts from "../module-parts.js";
import { standard, type StandardContract } from "./contract.js";

/** A code of the contract: a neutral condition in upper case. */
export type ToolErrorCode = CodeOf<StandardContract>;

/** `{ error: { code, message, tool, details } }`; tool and details are null where nothing is known. */
export interface ToolErrorEnvelope extends EnvelopeOf<StandardContract> {}

/** A field of the input that was refused. */
export type RefusedField = NonNullable<ToolErrorEnvelope["error"]["fields"]>[number];

/** What a failure has beside code and message. */
export interface ToolErrorOptions extends CauseOption, NoError {
  /** What else the caller should know. Default: null. */
  readonly details?: PlainDetails | null | undefined;
  /** The name of the tool. Default: the boundary fills it. */
  readonly tool?: string | null | undefined;
  /** Whether the same call may succeed when it is repeated. Default: as the code says. */
  readonly retryable?: boolean | undefined;
  /** How many seconds to wait before the call is repeated. Default: what the cause says, else nothing. */
  readonly retry_after?: number | undefined;
  /** What to do now, as a sentence; a model reads it. Default: the sentence of the code. */
  readonly next?: string | undefined;
  /**
   * The fields of the input that were refused, at least one: `{ name: "items[0].name", problem: "..." }`.
   * Default: what the cause says, else nothing.
   */
  readonly fields?: readonly RefusedField[] | undefined;
  /** The id under which the server's log has the failure. Default: that of the session. */
  readonly correlation_id?: string | undefined;
}

/** The error of the standard contract, which a failing tool throws. Create one with {@link toolError}. */
export interface ToolError extends ErrorOf<StandardContract> {}
export const ToolError: ErrorClass<StandardContract> = /* @__PURE__ */ createTrustedClass(
  /* @__PURE__ */ withFeatures(standard, { libraries, getRecovery }),
);

/** The codes, each name mapped to itself; frozen. */
export const TOOL_ERROR_CODES: CodesOf<StandardContract> = /* @__PURE__ */ getCodes(standard);

/**
 * Creates the failure of a tool: `toolError(code, message, options?)`. A `cause` stays on the server.
 *
 * @throws TypeError with the given `cause` for an unregistered code (`INVALID_ERROR_CODE`) or a value that does not
 *   fit.
 * @example
 * ```js
 * import { toolError } from "error-contract/standard";
 *
 * console.log(toolError("NOT_FOUND", "There is no such note.").toEnvelope().error);
 * // {
 * //   code: 'NOT_FOUND',
 * //   message: 'There is no such note.',
 * //   tool: null,
 * //   details: null
 * // }
 * ```
 */
export const toolError: (code: ToolErrorCode, message: string, options?: ToolErrorOptions) => ToolError =
  /* @__PURE__ */ parts.getMember(/* @__PURE__ */ getFactoryFunctions(ToolError), "toolError");
