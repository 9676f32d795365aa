import type { CodeOf } from "../../contract/codes.js";
import { compileContract } from "../../contract/compile-contract.js";
import { findCodeOfStatus } from "../../error/from-unknown.js";
import { jsonRpc } from "./contract.js";

/**
 * Returns the code for the HTTP status of a failure: 400 InvalidParams, 404 NotFound, 409 Conflict, every other 4xx
 * InvalidRequest, 5xx InternalError. `undefined` for a status that reports no failure. The way back is
 * `httpStatus(jsonRpc, code)`.
 */
export function codeForHttp(status: number): CodeOf<typeof jsonRpc> | undefined {
  if (!Number.isInteger(status) || status < 400 || status > 599) return undefined;
  return findCodeOfStatus(compileContract(jsonRpc).foreignCodes, status) as CodeOf<typeof jsonRpc>;
}
