import { parts } from "./aql-error.js";
import type { ContractParts } from "../contract-parts.js";
import type { mcpAql } from "./contract.js";

type Parts = ContractParts<typeof mcpAql>;

export { adapterErrors, type AdapterContract, type AdapterError, type AdapterErrors } from "./adapter-errors.js";
export type { AdapterCode, AdapterMapping, AdapterSchema } from "./adapter-schema.js";
export {
  AQL_CODES,
  AqlError,
  aqlError,
  type AqlDetails,
  type AqlErrorCode,
  type AqlErrorEnvelope,
} from "./aql-error.js";
export { batchFailure } from "./batch.js";
export { mcpAql } from "./contract.js";
export { fromHttpResponse, mapHttpResponseToErrorCode, type ResponseContext } from "./from-response.js";
export { localizeError, type AqlMessages, type LocalizableError } from "./localize.js";
export { aqlMessage, type AqlWording } from "./message.js";
export { mapHttpStatusToErrorCode } from "./status-mapping.js";
export type { UpstreamResponse } from "./upstream-response.js";
export { aqlSuccess, aqlWarning, type AqlSuccess, type AqlWarning, type AqlWarningCode } from "./warning.js";

/**
 * An `AqlError` for whatever was thrown. An `AqlError` is returned unchanged; anything else becomes the `cause` of a new one.
 * The code is the context's, what `classify` answers, the value's own where it is registered, that of the same condition where
 * the value is an error of another contract or brings an errno or HTTP status, else INTERNAL_ERROR, whose `upstream_error` is
 * what the value says. Never throws.
 */
export const fromUnknown: Parts["fromUnknown"] = parts.fromUnknown;

/** The value itself as the envelope, typed, or `undefined` where {@link envelopeProblems} has something to say. Never throws. */
export const parseEnvelope: Parts["parseEnvelope"] = parts.parseEnvelope;

/** What is wrong with a value that should be the envelope, one line for each problem; empty when it conforms. Never throws. */
export const envelopeProblems: Parts["envelopeProblems"] = parts.envelopeProblems;

/** The canonical wire string of a failure; what is no `AqlError` becomes one first. Never throws. */
export const serialize: Parts["serialize"] = parts.serialize;

/**
 * A handler behind the boundary: whatever goes wrong in it is returned as the envelope, recorded first where there is an audit
 * sink. The second argument is the operation's name, or the options of the boundary. A tool of an MCP server answers with the
 * envelope as the text of an `isError` result.
 *
 * @throws TypeError naming the option that is missing or wrong.
 */
export const wrapHandler: Parts["wrapHandler"] = parts.wrapHandler;
