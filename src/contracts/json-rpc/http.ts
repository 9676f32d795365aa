import type { CodeOf } from "../../contract/codes.js";
import { jsonRpc } from "./contract.js";

/** Statuses that stand for a code of their own; a status of several codes stands for the likeliest. */
const { InvalidParams, NotFound, Conflict, InvalidRequest, InternalError } = jsonRpc.codes;
const codesByStatus: Readonly<Record<number, CodeOf<typeof jsonRpc>>> = {
  400: InvalidParams.value,
  404: NotFound.value,
  409: Conflict.value,
};

/**
 * Returns the code for the HTTP status of a failure: 400 InvalidParams, 404 NotFound, 409 Conflict, every other 4xx
 * InvalidRequest, 5xx InternalError. `undefined` for a status that reports no failure. The way back is
 * `httpStatus(jsonRpc, code)`.
 */
export function codeForHttp(status: number): CodeOf<typeof jsonRpc> | undefined {
  if (!Number.isInteger(status) || status < 400 || status > 599) return undefined;
  return codesByStatus[status] ?? (status < 500 ? InvalidRequest.value : InternalError.value);
}
