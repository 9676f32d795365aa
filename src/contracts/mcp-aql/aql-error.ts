import { createWrapHandler } from "../../boundary/guard-handler.js";
import { createWrapServer } from "../../boundary/server/guard-server.js";
import { getCodes, type CodeOf, type CodesOf } from "../../contract/codes.js";
import { withFeatures } from "../../contract/features.js";
import type { DetailsOf, FactoryFunction } from "../../contract/infer-factories.js";
import type { EnvelopeOf } from "../../contract/infer.js";
import { renderMessage } from "../../contract/message-template.js";
import {
  createTrustedClass,
  getFactoryFunctions,
  type ErrorClass,
  type ErrorOf,
} from "../../error/create-error-class.js";
import { libraries } from "../../libraries/knowledge.js";
import * as parts from "../module-parts.js";
import { mcpAql, type McpAqlContract } from "./contract.js";

/** A code that an error may carry; warnings are no errors. */
export type AqlErrorCode = CodeOf<McpAqlContract>;

/** The details of a code: specification 004 sections 4, 5 and 8. */
export type AqlDetails<Code extends AqlErrorCode> = DetailsOf<McpAqlContract, Code>;

/** `{ success: false, error: { code, message, details? } }`, specification 004 section 2.1. */
export type AqlErrorEnvelope = EnvelopeOf<McpAqlContract>;

type Parts = parts.ContractParts<McpAqlContract>;

/** The error of specification 004, which a failing operation throws. Create one with {@link aqlError}. */
export type AqlError = ErrorOf<McpAqlContract>;
export const AqlError: ErrorClass<McpAqlContract> = /* @__PURE__ */ createTrustedClass(
  /* @__PURE__ */ withFeatures(mcpAql, { renderMessage, libraries }),
);

/** All codes, the warning among them, each name mapped to itself; frozen. */
export const AQL_CODES: CodesOf<McpAqlContract> = /* @__PURE__ */ getCodes(mcpAql);

/**
 * Creates the failure of an operation: `aqlError(code, details, { message?, cause? })`. The code's template renders the
 * message, unless the target API has a more specific one (section 4.2). A `cause` stays on the server.
 *
 * @throws TypeError with the given `cause` for an unregistered code (`INVALID_ERROR_CODE`) or details of another form.
 * @see Specification 004, sections 4.2 to 5.12
 * @example
 * ```js
 * import { aqlError } from "error-contract/mcp-aql";
 *
 * const error = aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" });
 * console.log(error.toEnvelope().error.message); // Resource 'note' not found
 * ```
 */
export const aqlError: FactoryFunction<McpAqlContract, "aqlError", AqlError> = /* @__PURE__ */ parts.getMember(
  /* @__PURE__ */ getFactoryFunctions(AqlError),
  "aqlError",
);

/**
 * Converts any thrown value; see `fromUnknown` of {@link ErrorClass}. An INTERNAL_ERROR has its message as a detail.
 * Never throws.
 *
 * @see Specification 004, sections 4.11 and 6.1
 * @example
 * ```js
 * import { fromUnknown } from "error-contract/mcp-aql";
 *
 * const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });
 * console.log(fromUnknown(missing).code); // NOT_FOUND_RESOURCE
 * ```
 */
export const fromUnknown: Parts["fromUnknown"] = /* @__PURE__ */ parts.getMember(AqlError, "fromUnknown");

/**
 * Returns the value as the typed envelope, `undefined` where {@link listEnvelopeProblems} finds problems. Never throws.
 *
 * @see Specification 004, section 2.1
 * @example
 * ```js
 * import { aqlError, parseEnvelope } from "error-contract/mcp-aql";
 *
 * const envelope = aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" }).toEnvelope();
 * console.log(parseEnvelope(envelope) === envelope); // true
 * console.log(parseEnvelope({})); // undefined
 * ```
 */
export const parseEnvelope: Parts["parseEnvelope"] = /* @__PURE__ */ parts.createParser(mcpAql);

/**
 * Creates the error from its envelope, its text, or what a boundary has thrown; else `undefined`. Never throws.
 *
 * @see Specification 004, sections 2.1 and 7.2
 * @example
 * ```js
 * import { aqlError, fromEnvelope, serialize } from "error-contract/mcp-aql";
 *
 * const received = serialize(aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" }));
 * console.log(fromEnvelope(received)?.code); // NOT_FOUND_RESOURCE
 * ```
 */
export const fromEnvelope: Parts["fromEnvelope"] = /* @__PURE__ */ parts.createReceiver(AqlError);

/** The envelope as a Standard Schema, for frameworks that take one. */
export const envelopeSchema: Parts["envelopeSchema"] = /* @__PURE__ */ parts.createEnvelopeSchema(mcpAql);

/**
 * Lists what is wrong with a value that should be the envelope, a line each; empty when it conforms. Never throws.
 *
 * @see Specification 004, section 2.1
 * @example
 * ```js
 * import { listEnvelopeProblems } from "error-contract/mcp-aql";
 *
 * console.log(listEnvelopeProblems({})[0]); // success: missing
 * ```
 */
export const listEnvelopeProblems: Parts["listEnvelopeProblems"] = /* @__PURE__ */ parts.createCheck(mcpAql);

/**
 * Returns the canonical wire string of a failure; any other value becomes an `AqlError` first. Never throws.
 *
 * @see Specification 004, section 2.1
 * @example
 * ```js
 * import { aqlError, serialize } from "error-contract/mcp-aql";
 *
 * const failure = aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" });
 * console.log(JSON.parse(serialize(failure)).error.code); // NOT_FOUND_RESOURCE
 * ```
 */
export const serialize: Parts["serialize"] = /* @__PURE__ */ parts.createSerializer(AqlError);

/**
 * Puts a handler behind the boundary; takes the operation's name or the options.
 *
 * @throws TypeError naming the option that is missing or wrong.
 * @see Specification 004, section 7.1
 * @example
 * ```js
 * import { aqlError, wrapHandler } from "error-contract/mcp-aql";
 *
 * const readNote = wrapHandler(
 *   async () => {
 *     throw aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" });
 *   },
 *   { tool_name: "read_note", audit: "none" },
 * );
 * console.log((await readNote()).error.code); // NOT_FOUND_RESOURCE
 * ```
 */
export const wrapHandler: Parts["wrapHandler"] = /* @__PURE__ */ createWrapHandler(AqlError);

/**
 * Puts a whole server behind the boundary, and throws, as the root's `wrapServer` says.
 *
 * @see Specification 004, section 7.1
 * @example
 * ```js
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { aqlError, wrapServer } from "error-contract/mcp-aql";
 *
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit: "none" });
 * server.registerTool("read_note", {}, () => {
 *   throw aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", identifier: "today" });
 * });
 * ```
 */
export const wrapServer: Parts["wrapServer"] = /* @__PURE__ */ createWrapServer(AqlError);

/**
 * Returns the code for an HTTP status of the target API by the algorithm of specification 004 section 6.2. Never
 * throws.
 *
 * @example
 * ```js
 * import { mapHttpStatusToErrorCode } from "error-contract/mcp-aql";
 *
 * console.log(mapHttpStatusToErrorCode(404)); // NOT_FOUND_RESOURCE
 * ```
 */
export function mapHttpStatusToErrorCode(status: number): AqlErrorCode {
  if (status === 401 || status === 403) return "PERMISSION_DENIED";
  if (status === 404) return "NOT_FOUND_RESOURCE";
  return status >= 500 ? "INTERNAL_ERROR" : "VALIDATION_INVALID_TYPE";
}
