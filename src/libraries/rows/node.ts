import type { LibraryRow } from "../../contract/library-row.js";

const api = "https://nodejs.org/api/errors.html";

/** By errno. The others that Node knows, such as EBADF and ENOTSOCK, report a fault of the program. */
export const meansOfSystemCodes: NonNullable<LibraryRow["means"]> = {
  not_found: "ENOENT ENODEV ENXIO ESRCH",
  permission_denied: "EACCES EPERM EROFS ERR_ACCESS_DENIED",
  already_exists: "EEXIST",
  conflict: "ENOTEMPTY EDEADLK ESTALE ETXTBSY",
  invalid_input:
    "ENOTDIR EISDIR ENAMETOOLONG EINVAL E2BIG EDOM ERANGE EFBIG EOVERFLOW EILSEQ ELOOP EMSGSIZE ECHARSET EXDEV " +
    "EFTYPE ENODATA EBADNAME ENONAME EAI_NONAME EAI_NODATA EAI_OVERFLOW ERR_INVALID_URL ERR_INVALID_URL_SCHEME " +
    "ERR_INVALID_FILE_URL_PATH ERR_INVALID_FILE_URL_HOST ERR_INVALID_ARG_VALUE ERR_INVALID_URI " +
    "ERR_UNESCAPED_CHARACTERS ERR_INVALID_PROTOCOL ERR_SOCKET_BAD_PORT ERR_INVALID_IP_ADDRESS " +
    "ERR_FS_FILE_TOO_LARGE ERR_FS_EISDIR ERR_FS_CP_EINVAL ERR_FS_CP_DIR_TO_NON_DIR ERR_FS_CP_NON_DIR_TO_DIR",
  unknown_operation: "ENOSYS ENOTSUP EOPNOTSUPP",
  // ECONNABORTED is what axios and superagent say when their own time is over.
  timeout:
    "ETIMEDOUT ETIMEOUT ETIME ESOCKETTIMEDOUT ECONNABORTED UND_ERR_CONNECT_TIMEOUT UND_ERR_HEADERS_TIMEOUT " +
    "UND_ERR_BODY_TIMEOUT ERR_SCRIPT_EXECUTION_TIMEOUT ERR_HTTP_REQUEST_TIMEOUT ERR_TLS_HANDSHAKE_TIMEOUT " +
    "ERR_SOCKET_CONNECTION_TIMEOUT ERR_HTTP2_PING_CANCEL",
  cancelled: "ECANCELED ECANCELLED EAI_CANCELED",
  unavailable:
    "ECONNREFUSED ECONNRESET EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ENETRESET ENONET ENOLINK " +
    "ENOTFOUND ESERVFAIL EREFUSED EAI_AGAIN EAI_FAIL EAI_MEMORY EPIPE ESHUTDOWN ENOTCONN EOF UND_ERR_SOCKET " +
    "EAGAIN EWOULDBLOCK EINTR EBUSY EMFILE ENFILE EMLINK ENOSPC EDQUOT ENOMEM ENOBUFS " +
    "ENOLCK ENOSR EIO EREMOTEIO EADDRINUSE EADDRNOTAVAIL ERR_STREAM_PREMATURE_CLOSE ERR_SOCKET_CLOSED " +
    "ERR_HTTP2_GOAWAY_SESSION ERR_HTTP2_INVALID_SESSION ERR_HTTP2_SESSION_ERROR ERR_HTTP2_STREAM_CANCEL " +
    "ERR_HTTP2_STREAM_ERROR ERR_HTTP2_INVALID_STREAM ERR_HTTP2_MAX_PENDING_SETTINGS_ACK " +
    "ERR_WORKER_OUT_OF_MEMORY " +
    "UND_ERR_CLOSED UND_ERR_DESTROYED",
  upstream_failed:
    "EPROTO EBADMSG EBADRESP EFORMERR ENOTIMP HPE_* ERR_TLS_* ERR_SSL_* CERT_* CRL_* " +
    "DEPTH_ZERO_SELF_SIGNED_CERT " +
    "SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_* HOSTNAME_MISMATCH INVALID_CA INVALID_PURPOSE PATH_LENGTH_EXCEEDED " +
    "ERR_OSSL_EVP_UNSUPPORTED UND_ERR_HEADERS_OVERFLOW " +
    "UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_RES_EXCEEDED_MAX_SIZE UND_ERR_PRX_TLS UND_ERR_REQ_RETRY",
  data_corrupt: "Z_DATA_ERROR Z_BUF_ERROR ERR__ERROR_FORMAT_* ZSTD_error_* ERR_ENCODING_INVALID_ENCODED_DATA",
};

/** What Node and its own HTTP client report. */
export const nodeRows: readonly LibraryRow[] = [
  {
    library: "Node 24: a socket that is not there",
    packages: "node:net node:http node:https node:http2 node:tls",
    source: api,
    members: { syscall: "^connect", code: ["ENOENT"] },
    otherwise: "unavailable",
  },
  {
    library: "Node 24: a program that is not installed",
    packages: "node:child_process",
    source: "https://nodejs.org/api/child_process.html",
    members: { syscall: "^spawn", code: ["ENOENT"] },
    otherwise: "unavailable",
  },
  {
    library: "Node 24: a program that ran out of time",
    packages: "node:child_process",
    source: "https://nodejs.org/api/child_process.html",
    members: { killed: [true], signal: "string", code: [null], cmd: "string" },
    otherwise: "timeout",
  },
  {
    library: "Node 24: a shell that finds no program, or may not run it",
    packages: "node:child_process",
    source: "https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html",
    members: { killed: [false], cmd: "string", code: "number" },
    means: { unavailable: "127", permission_denied: "126" },
  },
  {
    library: "Node 24",
    packages:
      "node:fs node:child_process node:net node:dns node:http node:https node:http2 node:tls node:zlib " +
      "node:timers node:vm",
    source: api,
    means: meansOfSystemCodes,
  },
  {
    library: "Node 24: an HTTP parser of its own `fetch`",
    packages: "fetch",
    source: "https://github.com/nodejs/undici",
    at: "name",
    means: { upstream_failed: "HTTPParserError", timeout: "TimeoutError" },
  },
  {
    library: "Node 24: an abort, whose cause may be that the time was over",
    source: api,
    at: "name",
    means: { cancelled: "AbortError" },
    isGeneral: true,
  },
  {
    library: "Node 24: an abort, and an answer of undici, whose status says more",
    source: api,
    means: { cancelled: "ABORT_ERR UND_ERR_ABORTED", upstream_failed: "UND_ERR_RESPONSE_STATUS_CODE UND_ERR_RESPONSE" },
    isGeneral: true,
  },
  {
    library: "gaxios 8: a time that was over, by its name",
    packages: "gaxios googleapis google-auth-library @googleapis/*",
    source: "https://github.com/googleapis/google-cloud-node-core",
    means: { timeout: "TimeoutError" },
  },
  {
    library: "undici 7: the causes of `fetch failed`",
    packages: "fetch undici",
    source: "https://github.com/nodejs/undici",
    says: {
      invalid_input: ["bad port", "unknown scheme", "URL scheme must be a HTTP(S) scheme"],
      upstream_failed: ["redirect count exceeded", "unexpected redirect", "Redirect loop detected. "],
    },
  },
  {
    library: "workerd 1.20260426: a connection that failed or was lost",
    source: "https://developers.cloudflare.com/durable-objects/best-practices/error-handling/",
    members: { remote: [true], retryable: [true] },
    otherwise: "unavailable",
  },
];
