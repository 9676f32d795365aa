import type { Condition } from "../contract/condition-statuses.js";
import { findConditionOfStatus, readStatus } from "../http/status.js";
import { readMember } from "../json/read.js";

/** The conditions of the error codes of Node and of its HTTP client. */
const conditionsByErrno: Readonly<Record<string, Condition>> = {
  ENOENT: "not_found",
  EACCES: "permission_denied",
  EPERM: "permission_denied",
  EROFS: "permission_denied",
  EEXIST: "already_exists",
  ENOTEMPTY: "conflict",
  ENOTDIR: "invalid_input",
  EISDIR: "invalid_input",
  ENAMETOOLONG: "invalid_input",
  ETIMEDOUT: "timeout",
  ESOCKETTIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  ABORT_ERR: "cancelled",
  ECONNREFUSED: "unavailable",
  ECONNRESET: "unavailable",
  ECONNABORTED: "unavailable",
  EHOSTUNREACH: "unavailable",
  EHOSTDOWN: "unavailable",
  ENETUNREACH: "unavailable",
  ENETDOWN: "unavailable",
  ENOTFOUND: "unavailable",
  EAI_AGAIN: "unavailable",
  EPIPE: "unavailable",
  UND_ERR_SOCKET: "unavailable",
  EAGAIN: "unavailable",
  EBUSY: "unavailable",
  EMFILE: "unavailable",
  ENFILE: "unavailable",
  ENOSPC: "unavailable",
};

/**
 * Finds the condition that Node or an HTTP client reports with an error: by its name where it is an abort, by its
 * errno, by the HTTP status of it or of its `response`, by the message of `JSON.parse`. Never throws.
 */
export function classifySystemError(thrown: unknown): Condition | undefined {
  const [name, code] = [readMember(thrown, "name"), readMember(thrown, "code")];
  if (name === "TimeoutError") return "timeout";
  if (name === "AbortError") return "cancelled";
  if (typeof code === "string" && Object.hasOwn(conditionsByErrno, code)) return conditionsByErrno[code];
  const condition = findConditionOfStatus(readStatus(thrown));
  // A general server error is that of another server, since an error of our own has no status.
  if (condition !== undefined) return condition === "internal" ? "upstream_failed" : condition;
  return isUnreadableJSON(thrown) ? "data_corrupt" : undefined;
}

function isUnreadableJSON(thrown: unknown): boolean {
  const message = readMember(thrown, "message");
  return readMember(thrown, "name") === "SyntaxError" && typeof message === "string" && message.includes("JSON");
}
