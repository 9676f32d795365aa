import type { AqlErrorCode } from "./aql-error.js";

/**
 * Returns the code for an HTTP status of the target API, by the status alone: the algorithm of specification 004
 * section 6.2. With body or headers, `mapHttpResponseToErrorCode` of `error-contract/mcp-aql/adapter` is more exact.
 *
 * Every status that the algorithm does not know is a validation error, as the algorithm has it. Never throws.
 */
export function mapHttpStatusToErrorCode(status: number): AqlErrorCode {
  if (status === 401 || status === 403) return "PERMISSION_DENIED";
  if (status === 404) return "NOT_FOUND_RESOURCE";
  return status >= 500 ? "INTERNAL_ERROR" : "VALIDATION_INVALID_TYPE";
}
