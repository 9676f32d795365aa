import { createWrapHandler } from "../../boundary/guard-handler.js";
import { codesOf, type CodeOf, type CodesOf } from "../../contract/codes.js";
import { withFeatures } from "../../contract/features.js";
import type { NoError, PlainDetails } from "../../contract/infer-factories.js";
import type { CauseOption, EnvelopeOf } from "../../contract/infer.js";
import { createErrorClass, factoryFunctions, type ErrorClass, type ErrorOf } from "../../error/create-error-class.js";
import { classifySystemError } from "../../error/system-condition.js";
import { createCheck, createParser, createSerializer, getMember, type ContractParts } from "../module-parts.js";
import { standard } from "./contract.js";

export { standard } from "./contract.js";

type Standard = typeof standard;
type Parts = ContractParts<Standard>;

/** A code of the contract: a neutral condition in upper case. */
export type ToolErrorCode = CodeOf<Standard>;

/** `{ error: { code, message, tool, details } }`; tool and details are null where nothing is known. */
export type ToolErrorEnvelope = EnvelopeOf<Standard>;

/** What a failure has beside code and message. */
export interface ToolErrorOptions extends CauseOption, NoError {
  /** What else the caller should know. */
  readonly details?: PlainDetails | null | undefined;
  /** The name of the tool; the boundary fills it. */
  readonly tool?: string | null | undefined;
}

/** The error of the standard contract, which a failing tool throws. Create one with {@link toolError}. */
export type ToolError = ErrorOf<Standard>;
export const ToolError: ErrorClass<Standard> = /* @__PURE__ */ createErrorClass(
  /* @__PURE__ */ withFeatures(standard, { classifySystemError }),
);

/** The codes, each name mapped to itself; frozen. */
export const TOOL_ERROR_CODES: CodesOf<Standard> = /* @__PURE__ */ codesOf(standard);

/**
 * Creates the failure of a tool.
 *
 * `toolError(code, message, options?)`: a registered code, a message for people (in place of an empty one the code's
 * own), and `{ details, tool, cause }` as far as they are known. Pass a caught error as `cause`; it stays on the
 * server.
 *
 * @throws TypeError with the given `cause` when the code is not registered (`INVALID_ERROR_CODE`), or the envelope
 *   cannot hold a value.
 *
 * @example
 * throw toolError("NOT_FOUND", "There is no such note", { details: { id }, cause: error });
 */
export const toolError: (code: ToolErrorCode, message: string, options?: ToolErrorOptions) => ToolError =
  /* @__PURE__ */ getMember(/* @__PURE__ */ factoryFunctions(ToolError), "toolError");

/**
 * Converts any thrown value to a `ToolError`: a `ToolError` stays, anything else becomes the `cause` of a new one.
 * Where nothing settles a code it is INTERNAL; see `fromUnknown` of {@link ErrorClass}. Never throws.
 */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ getMember(ToolError, "fromUnknown");

/** Returns the value as the typed envelope; `undefined` where {@link envelopeProblems} finds problems. Never throws. */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ createParser(standard);

/** Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws. */
export const envelopeProblems: Parts["envelopeProblems"] = /* @__PURE__ */ createCheck(standard);

/** Returns the canonical wire string of a failure; any other value becomes a `ToolError` first. Never throws. */
export const serialize: Parts["serialize"] = /* @__PURE__ */ createSerializer(ToolError);

/**
 * Puts a tool handler behind the boundary: any failure reaches the client as the envelope, recorded first where there
 * is an audit sink. The second argument is the tool's name, or the options of the boundary.
 *
 * @throws TypeError naming the option that is missing or wrong.
 */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(ToolError);
