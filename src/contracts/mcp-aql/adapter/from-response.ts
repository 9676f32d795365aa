import { findEntry } from "../../../contract/codes.js";
import type { ContractData } from "../../../contract/contract-data.js";
import { isComplete, renderMessage } from "../../../contract/message-template.js";
import { matchesSchema } from "../../../contract/schema.js";
import type { ContractError } from "../../../error/contract-error.js";
import { defineMember, isRecord } from "../../../json/read.js";
import { toJSONSafe } from "../../../json/to-json-safe.js";
import { AqlError, mapHttpStatusToErrorCode, type AqlErrorCode } from "../aql-error.js";
import { findIssue, type Issue } from "./upstream-issues.js";
import {
  isRateLimited,
  readRateLimit,
  readResponse,
  type ReadResponse,
  type UpstreamResponse,
} from "./upstream-response.js";

/** The context of an adapter when the target API fails. */
export interface ResponseContext {
  /** Details by name, such as `operation`, `resource_type`, `resource_id`; the code takes those that it has. */
  readonly details?: object | undefined;
  /** The error of the HTTP client, if it throws. */
  readonly cause?: unknown;
}

/**
 * Creates the error for a failed answer of the target API, with the details that response and adapter have; nothing is
 * invented. The API's own message takes the place of a template with unknown parts (section 4.2). Never throws.
 *
 * @see Specification 004, sections 4.2, 6.2 and 8.3
 * @example
 * ```js
 * import { fromHttpResponse } from "error-contract/mcp-aql/adapter";
 *
 * console.log(fromHttpResponse({ status: 403 }).code); // PERMISSION_DENIED
 * ```
 */
export function fromHttpResponse(response: UpstreamResponse, context: ResponseContext = {}): AqlError {
  const read = readResponse(response);
  const issue = findIssue(read.body);
  return createResponseError(AqlError, chooseCode(read, issue), read, issue, context);
}

/** By body and headers first, then by the status (specification 004 sections 3.2 and 6.2). */
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

interface FailureClass<E extends ContractError> {
  readonly contract: ContractData;
  fromUnknown(thrown: unknown, context: never): E;
}

/** @param template the adapter's, in place of the code's own message. */
export function createResponseError<E extends ContractError>(
  errorClass: FailureClass<E>,
  code: string,
  read: ReadResponse,
  issue: Issue | undefined,
  { details: given, cause }: ResponseContext,
  template?: string,
): E {
  const entry = findEntry(errorClass.contract, code)!;
  const shown = template === undefined ? entry : { ...entry, message: template };
  const known: Readonly<Record<string, unknown>> = {
    // The contract's details have a definite meaning, which a member of that name may not have.
    ...(template !== undefined && readBodyMembers(read)),
    ...readKnownDetails(read, issue),
    ...(toJSONSafe(given ?? {}) as object),
  };
  const details = Object.fromEntries(
    Object.entries(entry.details ?? {})
      .filter(([name, schema]) => Object.hasOwn(known, name) && matchesSchema(schema, known[name]))
      .map(([name]) => [name, known[name]]),
  );
  const values = template === undefined ? details : known;
  const message = (isComplete(shown, values) ? undefined : read.message) ?? renderMessage(shown, values);
  const error = errorClass.fromUnknown(undefined, {
    code,
    message,
    ...(Object.keys(details).length > 0 && { details }),
  } as never);
  if (cause !== undefined && cause !== null) defineMember(error, "cause", cause);
  return error;
}

function readKnownDetails(read: ReadResponse, issue: Issue | undefined): Readonly<Record<string, unknown>> {
  const { status, headers, message } = read;
  const known = {
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
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function readBodyMembers({ body }: ReadResponse): object {
  return isRecord(body) ? (toJSONSafe(body) as object) : {};
}
