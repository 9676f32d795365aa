import type { Condition } from "../contract/condition-statuses.js";
import { findConditionOfStatus, isOwnHttpError, readStatus } from "../http/status.js";
import { callSafely, readAt, readMember } from "../json/read.js";

/** By condition. The other errnos that Node knows, such as EBADF and ENOTSOCK, report a fault of the program. */
const errnos: Readonly<Partial<Record<Condition, string>>> = {
  not_found: "ENOENT ENODEV ENXIO ESRCH",
  permission_denied: "EACCES EPERM EROFS",
  already_exists: "EEXIST",
  conflict: "ENOTEMPTY EDEADLK ESTALE ETXTBSY",
  invalid_input:
    "ENOTDIR EISDIR ENAMETOOLONG EINVAL E2BIG EDOM ERANGE EFBIG EOVERFLOW EILSEQ ELOOP EMSGSIZE ECHARSET EXDEV " +
    "EFTYPE ENODATA EBADNAME ENONAME EAI_NONAME EAI_NODATA EAI_OVERFLOW",
  unknown_operation: "ENOSYS ENOTSUP EOPNOTSUPP",
  // ECONNABORTED is what axios and superagent say when their own time is over.
  timeout:
    "ETIMEDOUT ETIMEOUT ETIME ESOCKETTIMEDOUT ECONNABORTED UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT " +
    "UND_ERR_BODY_TIMEOUT",
  cancelled: "ABORT_ERR ECANCELED ECANCELLED EAI_CANCELED",
  unavailable:
    "ECONNREFUSED ECONNRESET EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET ENONET ENOLINK " +
    "ENOTFOUND ESERVFAIL EREFUSED EAI_AGAIN EAI_FAIL EAI_MEMORY EPIPE ESHUTDOWN ENOTCONN EOF UND_ERR_SOCKET " +
    "EAGAIN EWOULDBLOCK EINTR EBUSY EMFILE ENFILE EMLINK ENOSPC EDQUOT ENOMEM ENOBUFS " +
    "ENOLCK ENOSR EIO EREMOTEIO EADDRINUSE EADDRNOTAVAIL",
  upstream_failed: "EPROTO EBADMSG EBADRESP EFORMERR ENOTIMP",
};

const conditionsByErrno = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries(errnos).flatMap(([condition, codes]) =>
    codes.split(" ").map((code) => [code, condition as Condition]),
  ),
);

/** With one meaning for every sender: what the MCP SDK throws as `McpError`, and answers by itself. */
const conditionsByProtocolCode: ReadonlyMap<unknown, Condition> = /* @__PURE__ */ new Map<unknown, Condition>([
  [-32700, "invalid_input"],
  [-32600, "invalid_input"],
  [-32601, "unknown_operation"],
  [-32602, "invalid_input"],
]);

export const conditionsOfConnection = {
  REQUEST_TIMEOUT: "timeout",
  CONNECTION_CLOSED: "unavailable",
  NOT_CONNECTED: "unavailable",
  SEND_FAILED: "unavailable",
} as const satisfies Record<string, Condition>;

/** Known by their text alone: SDK 1.x gives them codes that servers use for something else, or none. */
const connection: Readonly<Record<string, Condition>> = {
  "undefined Not connected": "unavailable",
  "-32000 Connection closed": "unavailable",
  "-32001 Request timed out": "timeout",
  "-32001 Maximum total timeout exceeded": "timeout",
};

type Code = string | number | undefined;

export const findConditionOfConnection = (code: Code, message: string): Condition | undefined =>
  readMember(connection, `${code} ${message}`) as Condition | undefined;

export const findConditionOfProtocol = (code: Code, message: string): Condition | undefined =>
  findConditionOfConnection(code, message) ??
  (code === -32603 ? "internal" : conditionsByProtocolCode.get(code)) ??
  (readAt(conditionsOfConnection, [`${code}`]) as Condition | undefined);

/** -32002 is an earlier code. Under -32602 the data has the address and nothing else: others have that code too. */
export function isMissingResource(error: unknown): boolean {
  const [code, data] = [readMember(error, "code"), readMember(error, "data")];
  if (typeof readMember(data, "uri") !== "string") return false;
  return code === -32002 || (code === -32602 && readMember(callSafely(Object.keys, [data]), "length") === 1);
}

/** By the name of an abort, errno, JSON-RPC code, HTTP status, or the message of `JSON.parse`. Never throws. */
export function classifySystemError(thrown: unknown): Condition | undefined {
  const [name, code] = [readMember(thrown, "name"), readMember(thrown, "code")];
  if (name === "TimeoutError") return "timeout";
  if (name === "AbortError") return "cancelled";
  if (isMissingResource(thrown)) return "not_found";
  const known = conditionsByErrno.get(code as string) ?? conditionsByProtocolCode.get(code);
  if (known) return known;
  const condition = findConditionOfStatus(readStatus(thrown));
  // A general server error is that of another server, unless it was made for the response of this one.
  if (condition !== undefined)
    return condition === "internal" && !isOwnHttpError(thrown) ? "upstream_failed" : condition;
  return isUnreadableJSON(thrown) ? "data_corrupt" : undefined;
}

function isUnreadableJSON(thrown: unknown): boolean {
  const message = readMember(thrown, "message");
  return readMember(thrown, "name") === "SyntaxError" && typeof message === "string" && message.includes("JSON");
}

/** Returns a message without the prefix that SDK 1.x adds, once on each side, and the code of that prefix. */
export function withoutPrefix(message: string): { readonly code: number | undefined; readonly text: string } {
  const match = /^(?:MCP error (-?\d{1,15}): )+/.exec(message);
  return match ? { code: Number(match[1]), text: message.slice(match[0].length) } : { code: undefined, text: message };
}
