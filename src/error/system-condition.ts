import type { Condition } from "../contract/condition-statuses.js";
import { findConditionOfStatus, isOwnHttpError, readStatus } from "../http/status.js";
import { findConditionOfProtocol, isMissingResource, readClientError } from "../libraries/mcp-clients.js";
import { isObject, readMember } from "../json/read.js";

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

/** By the name of an abort, errno, JSON-RPC code, HTTP status, or the message of `JSON.parse`. Never throws. */
export function classifySystemError(thrown: unknown): Condition | undefined {
  if (!isObject(thrown)) return undefined;
  const { text, failure } = readClientError(thrown);
  if (failure) return toUpstream(failure.condition);
  if (isMissingResource(thrown)) return "not_found";
  const code = readMember(thrown, "code");
  // The number of a general fault says nothing of whose it is.
  const isKnown = typeof code === "number" && code !== -32603;
  // The numbers of MCP are those of its SDKs alone.
  const isOfSdk = ["McpError", "ProtocolError"].includes(readMember(thrown, "name") as string);
  const isOfProtocol = isKnown && (code <= -32600 || isOfSdk);
  const ofProtocol = isOfProtocol ? findConditionOfProtocol(code, text) : undefined;
  const known = conditionsByErrno.get(code as string) ?? ofProtocol;
  if (known) return known;
  const condition = findConditionOfStatus(readStatus(thrown));
  // Unless it was made for the response of this server.
  if (condition !== undefined) return isOwnHttpError(thrown) ? condition : toUpstream(condition);
  return isUnreadableJSON(thrown) ? "data_corrupt" : undefined;
}

/** A general fault is that of another server. */
const toUpstream = (condition: Condition): Condition => (condition === "internal" ? "upstream_failed" : condition);

function isUnreadableJSON(thrown: unknown): boolean {
  const message = readMember(thrown, "message");
  return readMember(thrown, "name") === "SyntaxError" && typeof message === "string" && message.includes("JSON");
}
