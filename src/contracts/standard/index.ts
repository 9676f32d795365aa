import { createWrapHandler } from "../../boundary/guard-handler.js";
import { createWrapServer } from "../../boundary/server/guard-server.js";
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

export { standard, type StandardContract } from "./contract.js";

type Parts = parts.ContractParts<StandardContract>;

/** A code of the contract: a neutral condition in upper case. */
export type ToolErrorCode = CodeOf<StandardContract>;

/** `{ error: { code, message, tool, details } }`; tool and details are null where nothing is known. */
export interface ToolErrorEnvelope extends EnvelopeOf<StandardContract> {}

/** A field of the input that was refused. */
export type RefusedField = NonNullable<ToolErrorEnvelope["error"]["fields"]>[number];

/** What a failure has beside code and message. */
export interface ToolErrorOptions extends CauseOption, NoError {
  /** What else the caller should know. */
  readonly details?: PlainDetails | null | undefined;
  /** The name of the tool; the boundary fills it. */
  readonly tool?: string | null | undefined;
  /** Whether the same call may succeed when it is repeated. Default: as the code says. */
  readonly retryable?: boolean | undefined;
  /** How many seconds to wait before the call is repeated. */
  readonly retry_after?: number | undefined;
  /** What to do now, as a sentence; a model reads it. Default: the sentence of the code. */
  readonly next?: string | undefined;
  /** The fields of the input that were refused, at least one: `{ name: "items[0].name", problem: "..." }`. */
  readonly fields?: readonly RefusedField[] | undefined;
  /** The id under which the server's log has the failure. */
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
 */
export const toolError: (code: ToolErrorCode, message: string, options?: ToolErrorOptions) => ToolError =
  /* @__PURE__ */ parts.getMember(/* @__PURE__ */ getFactoryFunctions(ToolError), "toolError");

/** Converts any thrown value; without a code it is INTERNAL. See `fromUnknown` of {@link ErrorClass}. Never throws. */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ parts.getMember(ToolError, "fromUnknown");

/** Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(standard);

/** Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws. */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(ToolError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(standard);

/** Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws. */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(standard);

/** Returns the canonical wire string of a failure; any other value becomes a `ToolError` first. Never throws. */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(ToolError);

/** Puts a tool handler behind the boundary; takes the tool's name or the options. A wrong option is a TypeError. */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(ToolError);

/** Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says. */
export const wrapServer: Parts["wrapServer"] = /* @__PURE__ */ createWrapServer(ToolError);
