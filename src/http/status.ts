import { findEntry } from "../contract/codes.js";
import { conditionStatuses, type Condition } from "../contract/condition-statuses.js";
import type { ContractData } from "../contract/contract-data.js";
import { hasFunctions, isObject, readMember } from "../json/read.js";

/**
 * Returns the HTTP status of a code, on the wire or by name; 500 for one that the contract does not have. Never throws.
 *
 * @example
 * ```js
 * import { getHttpStatus } from "error-contract";
 * import { standard } from "error-contract/standard";
 *
 * console.log(getHttpStatus(standard, "NOT_FOUND")); // 404
 * ```
 */
export function getHttpStatus(contract: ContractData, code: string | number): number {
  const entry = findEntry(contract, code);
  return entry ? (entry.http?.[0] ?? conditionStatuses[entry.condition].http) : 500;
}

/** Also that of Boom's `output`, and of the `response` of a client's error. Never throws. */
export function readStatus(answer: unknown): number | undefined {
  const response = readMember(answer, "response");
  return [
    readMember(readMember(answer, "output"), "statusCode"),
    readMember(answer, "status"),
    readMember(answer, "statusCode"),
    readMember(response, "status"),
    readMember(response, "statusCode"),
    readCode(answer),
  ].find((status) => typeof status === "number" && status >= 400 && status <= 599) as number | undefined;
}

/** A reply of FTP or SMTP begins with its code, which is no status of HTTP. */
function readCode(answer: unknown): unknown {
  const [code, message] = [readMember(answer, "code"), readMember(answer, "message")];
  const isReply = typeof message === "string" && /^\d{3}[ -]/u.test(message) && message.startsWith(String(code));
  return isReply ? undefined : code;
}

/** Returns whether an error has the answer of another server beside it. Never throws. */
export const hasResponse = (error: unknown): boolean =>
  ["response", "headers", "body"].some((name) => isObject(readMember(error, name)));

/** Likeliest first; none for a status that reports no failure, and none for a general server error. */
export function listConditionsOfStatus(status: unknown): readonly Condition[] {
  if (typeof status !== "number" || !(status >= 400 && status <= 599)) return [];
  return conditionsByStatus[status] ?? (status < 500 ? ["invalid_input"] : []);
}

export function findConditionOfStatus(status: unknown): Condition | undefined {
  const [likeliest] = listConditionsOfStatus(status);
  return likeliest ?? (typeof status === "number" && status >= 500 && status <= 599 ? "internal" : undefined);
}

/** By http-errors, Boom, Nest or Fastify, and not from the answer of another server. Never throws. */
export function isOwnHttpError(error: unknown): boolean {
  if (typeof readMember(error, "expose") === "boolean" || readMember(error, "isBoom") === true) return true;
  return hasFunctions(error, "getStatus", "getResponse") || readMember(error, "name") === "FastifyError";
}

export function isUnexposed(error: unknown): boolean {
  return (
    readMember(error, "expose") === false ||
    (readMember(error, "isBoom") === true && readMember(error, "isServer") === true)
  );
}

const conditionsByStatus: Readonly<Record<number, readonly Condition[]>> = {
  401: ["unauthenticated"],
  403: ["permission_denied"],
  404: ["not_found", "unknown_operation"],
  405: ["unknown_operation", "invalid_input"],
  408: ["timeout"],
  409: ["conflict", "already_exists"],
  410: ["not_found"],
  412: ["conflict"],
  413: ["invalid_input"],
  415: ["invalid_input"],
  423: ["conflict"],
  429: ["rate_limited"],
  499: ["cancelled"],
  502: ["upstream_failed"],
  503: ["unavailable"],
  504: ["timeout"],
};

export function getHttpReason(status: number): string {
  return reasons[status] ?? (status >= 500 ? reasons[500]! : reasons[400]!);
}

const reasons: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  411: "Length Required",
  412: "Precondition Failed",
  413: "Content Too Large",
  414: "URI Too Long",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  417: "Expectation Failed",
  418: "I'm a Teapot",
  421: "Misdirected Request",
  422: "Unprocessable Content",
  423: "Locked",
  424: "Failed Dependency",
  425: "Too Early",
  426: "Upgrade Required",
  428: "Precondition Required",
  429: "Too Many Requests",
  431: "Request Header Fields Too Large",
  451: "Unavailable For Legal Reasons",
  499: "Client Closed Request",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
  505: "HTTP Version Not Supported",
  507: "Insufficient Storage",
  508: "Loop Detected",
  511: "Network Authentication Required",
};
