import type { Condition } from "../contract/condition-statuses.js";
import { conditionOfStatus } from "../http/status.js";
import { readable } from "../json/to-json-safe.js";

/** What the error codes of Node and of its HTTP client say about a failure. */
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
 * The condition that Node or an HTTP client reports with an error: by its name where it is an abort, by its errno, by the
 * HTTP status of it or of its `response`, by what `JSON.parse` says, by its cause (as `fetch` does). `undefined` where
 * nothing says so. Never throws.
 */
export function systemCondition(thrown: unknown): Condition | undefined {
  return conditionHere(thrown) ?? conditionHere(readable(thrown, "cause"));
}

function conditionHere(thrown: unknown): Condition | undefined {
  const [name, code] = [readable(thrown, "name"), readable(thrown, "code")];
  if (name === "TimeoutError") return "timeout";
  if (name === "AbortError") return "cancelled";
  if (typeof code === "string" && Object.hasOwn(conditionsByErrno, code)) return conditionsByErrno[code];
  const response = readable(thrown, "response");
  const statuses = [readable(thrown, "status"), readable(thrown, "statusCode"), readable(response, "status"), code];
  const found = statuses.map(conditionOfAnswer).find((condition) => condition !== undefined);
  return found ?? (isUnreadableJSON(thrown) ? "data_corrupt" : undefined);
}

/** A status that says no more than that a server failed is that of another server: an error of our own brings none. */
function conditionOfAnswer(status: unknown): Condition | undefined {
  const condition = conditionOfStatus(status);
  return condition === "internal" ? "upstream_failed" : condition;
}

function isUnreadableJSON(thrown: unknown): boolean {
  const message = readable(thrown, "message");
  return readable(thrown, "name") === "SyntaxError" && typeof message === "string" && message.includes("JSON");
}
