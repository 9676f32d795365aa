import { findEntry } from "../../../contract/codes.js";
import type { ContractData } from "../../../contract/contract-data.js";
import { isComplete, renderedMessage } from "../../../contract/message-template.js";
import { checkAgainstSchema } from "../../../contract/schema.js";
import type { ContractError } from "../../../error/contract-error.js";
import { toJSONSafe } from "../../../json/to-json-safe.js";
import { AqlError, type AqlErrorCode } from "../aql-error.js";
import { mapHttpStatusToErrorCode } from "../status-mapping.js";
import { isRateLimited, readRateLimit } from "./rate-limit.js";
import { findIssue, type Issue } from "./upstream-issues.js";
import { readResponse, type ReadResponse, type UpstreamResponse } from "./upstream-response.js";

/** What an adapter knows when the target API fails. */
export interface ResponseContext {
  /** Details by name, such as `operation`, `resource_type`, `resource_id`; the code takes those that it has. */
  readonly details?: object | undefined;
  /** What the HTTP client threw, if it throws. */
  readonly cause?: unknown;
}

/**
 * The code for a failed answer of the target API: what body and headers say first, then the status (specification 004 sections
 * 3.2 and 6.2).
 *
 * - 429, and 403 whose headers say that a limit is reached: RATE_LIMIT_EXCEEDED.
 * - 409: CONFLICT_ALREADY_EXISTS where the body says so, else CONFLICT_VERSION_MISMATCH, as for 412.
 * - 400 and 422: what the body says is wrong with the first input.
 * - 413: VALIDATION_PAYLOAD_TOO_LARGE.
 * - Anything else: {@link mapHttpStatusToErrorCode}.
 *
 * Never throws, whatever the response.
 */
export function mapHttpResponseToErrorCode(response: UpstreamResponse): AqlErrorCode {
  const read = readResponse(response);
  return chooseCode(read, findIssue(read.body));
}

/**
 * The error for a failed answer of the target API: the code that {@link mapHttpResponseToErrorCode} finds, with what response
 * and adapter tell of its details. Those that nobody tells are left out, also where the code requires them: nothing is made up.
 * The API's own message stands in place of a template of which parts are not known (section 4.2). Never throws.
 *
 * @example
 * if (!response.ok) {
 *   const { status, headers } = response;
 *   throw fromHttpResponse({ status, headers, body: await response.text() }, { details: { operation: "get_repo" } });
 * }
 */
export function fromHttpResponse(response: UpstreamResponse, context: ResponseContext = {}): AqlError {
  const read = readResponse(response);
  const issue = findIssue(read.body);
  return createResponseError(AqlError, chooseCode(read, issue), read, issue, context);
}

export function chooseCode(read: ReadResponse, issue: Issue | undefined): AqlErrorCode {
  const { status } = read;
  if (status === 429 || (status === 403 && isRateLimited(read))) return "RATE_LIMIT_EXCEEDED";
  if (status === 413) return "VALIDATION_PAYLOAD_TOO_LARGE";
  if (status === 409 || status === 412) {
    return issue?.code === "CONFLICT_ALREADY_EXISTS" ? issue.code : "CONFLICT_VERSION_MISMATCH";
  }
  if (status === 400 || status === 422) return issue?.code ?? "VALIDATION_INVALID_TYPE";
  return mapHttpStatusToErrorCode(status);
}

/** The class of the contract, or of one that extends it. */
interface FailureClass<E extends ContractError> {
  readonly contract: ContractData;
  fromUnknown(thrown: unknown, context: never): E;
}

/**
 * The error of a code for a response.
 *
 * @param template what an adapter says in place of the code's own message.
 */
export function createResponseError<E extends ContractError>(
  errorClass: FailureClass<E>,
  code: string,
  read: ReadResponse,
  issue: Issue | undefined,
  { details: known, cause }: ResponseContext,
  template?: string,
): E {
  const entry = findEntry(errorClass.contract, code)!;
  const shown = template === undefined ? entry : { ...entry, message: template };
  const told: Readonly<Record<string, unknown>> = {
    // The table's own details mean something definite, which a member of that name may not.
    ...(template !== undefined && readBodyMembers(read)),
    ...readKnownDetails(read, issue),
    ...(toJSONSafe(known ?? {}) as object),
  };
  const details = Object.fromEntries(
    Object.entries(entry.details ?? {})
      .filter(([name, schema]) => Object.hasOwn(told, name) && checkAgainstSchema(schema, told[name]).length === 0)
      .map(([name]) => [name, told[name]]),
  );
  const values = template === undefined ? details : told;
  const message = (isComplete(shown, values) ? undefined : read.message) ?? renderedMessage(shown, values);
  const error = errorClass.fromUnknown(undefined, {
    code,
    message,
    ...(Object.keys(details).length > 0 && { details }),
  } as never);
  if (cause !== undefined && cause !== null) error.cause = cause;
  return error;
}

/** What a response tells, under the names that details have. */
function readKnownDetails(read: ReadResponse, issue: Issue | undefined): Readonly<Record<string, unknown>> {
  const { status, headers, message } = read;
  const told = {
    http_status: status,
    reason: message,
    upstream_error: message,
    required_scope: /\bscope="([^"]+)"/u.exec(headers["www-authenticate"] ?? "")?.[1],
    param_name: issue?.params[0],
    unknown_params: issue?.params,
    expected_type: issue?.expected,
    actual_type: issue?.actual,
    ...readRateLimit(read, Date.now()),
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

function readBodyMembers({ body }: ReadResponse): object {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? (toJSONSafe(body) as object) : {};
}
