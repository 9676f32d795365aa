import type { LibraryRow } from "../../contract/library-row.js";

/** Tokens, programs, and libraries that repeat, limit or break calls. */
export const serverRows: readonly LibraryRow[] = [
  {
    library: "jsonwebtoken 9.0, express-jwt 8",
    packages: "jsonwebtoken express-jwt",
    source: "https://github.com/auth0/node-jsonwebtoken#errors--codes",
    at: "name",
    means: { unauthenticated: "TokenExpiredError JsonWebTokenError NotBeforeError" },
  },
  {
    library: "jose 6.2",
    packages: "jose",
    source: "https://github.com/panva/jose/blob/main/docs/util/errors/README.md",
    means: {
      unauthenticated:
        "ERR_JWT_EXPIRED ERR_JWT_CLAIM_VALIDATION_FAILED ERR_JWT_INVALID ERR_JWS_INVALID ERR_JWE_INVALID " +
        "ERR_JWS_SIGNATURE_VERIFICATION_FAILED ERR_JWE_DECRYPTION_FAILED ERR_JWKS_NO_MATCHING_KEY " +
        "ERR_JWKS_MULTIPLE_MATCHING_KEYS ERR_JOSE_ALG_NOT_ALLOWED ERR_JOSE_NOT_SUPPORTED",
      timeout: "ERR_JWKS_TIMEOUT",
      upstream_failed: "ERR_JWKS_INVALID ERR_JOSE_GENERIC",
    },
  },
  {
    library: "MCP SDK 1.32, authorization",
    source: "https://www.rfc-editor.org/rfc/rfc6749#section-5.2",
    members: { errorUri: "any", toResponseObject: "function" },
    at: "errorCode",
    means: oauthCodes(),
  },
  {
    library: "oauth4webapi 3, openid-client 6, MCP SDK 2.4",
    packages: "oauth4webapi openid-client",
    source: "https://www.rfc-editor.org/rfc/rfc6749#section-5.2",
    members: { error: "string", error_description: "any" },
    at: "error",
    means: oauthCodes(),
  },
  {
    library: "MCP SDK 1.32: a client without a token",
    source: "https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization",
    members: { message: "^Unauthorized$" },
    otherwise: "unauthenticated",
  },
  {
    library: "execa 9.6",
    packages: "execa",
    source: "https://github.com/sindresorhus/execa/blob/main/docs/errors.md",
    members: { timedOut: [true] },
    otherwise: "timeout",
  },
  {
    library: "execa 9.6",
    packages: "execa",
    source: "https://github.com/sindresorhus/execa/blob/main/docs/errors.md",
    members: { isCanceled: [true] },
    otherwise: "cancelled",
    isGeneral: true,
  },
  {
    library: "execa 9.6: a program that is not installed, or a folder that is not there",
    packages: "execa",
    source: "https://github.com/sindresorhus/execa/blob/main/docs/errors.md",
    members: { escapedCommand: "string", code: ["ENOENT"] },
    original: "cause",
    otherwise: "unavailable",
    isGeneral: true,
  },
  {
    library: "simple-git 4.0",
    packages: "simple-git",
    source: "https://github.com/steveukx/git-js/blob/main/docs/PLUGIN-TIMEOUT.md",
    members: { plugin: ["timeout", "abort"], task: "any" },
    at: "plugin",
    means: { timeout: "timeout", cancelled: "abort" },
  },
  {
    library: "simple-git 4.0: a program that is not installed, in words",
    packages: "simple-git",
    source: "https://github.com/steveukx/git-js",
    members: { message: "^Error: spawn \\S+ ENOENT" },
    otherwise: "unavailable",
  },
  {
    library: "piscina 5.3, tinypool 2.1: a pool that is full or ends",
    packages: "piscina tinypool",
    source: "https://github.com/piscinajs/piscina#class-piscina",
    says: {
      unavailable: [
        "Task queue is at limit",
        "No task queue available and all Workers are busy",
        "Terminating worker thread",
      ],
    },
  },
  {
    library: "opossum 9.0",
    packages: "opossum",
    source: "https://github.com/nodeshift/opossum",
    means: { unavailable: "EOPENBREAKER ESEMLOCKED" },
  },
  {
    library: "cockatiel 3.2",
    packages: "cockatiel",
    source: "https://github.com/connor4312/cockatiel",
    members: { isBrokenCircuitError: [true] },
    otherwise: "unavailable",
  },
  {
    library: "cockatiel 3.2",
    packages: "cockatiel",
    source: "https://github.com/connor4312/cockatiel",
    members: { isBulkheadRejectedError: [true] },
    otherwise: "unavailable",
  },
  {
    library: "cockatiel 3.2: the limit of a timeout",
    packages: "cockatiel",
    source: "https://github.com/connor4312/cockatiel",
    members: { isTaskCancelledError: [true] },
    says: { timeout: ["Operation timed out after "] },
    otherwise: "cancelled",
  },
  {
    library: "Bottleneck 2.19",
    packages: "bottleneck",
    source: "https://github.com/SGrondin/bottleneck",
    says: { timeout: ["This job timed out after "] },
  },
];

function oauthCodes(): NonNullable<LibraryRow["means"]> {
  return {
    unauthenticated:
      "invalid_token invalid_client invalid_grant unauthorized_client login_required interaction_required",
    permission_denied: "insufficient_scope access_denied consent_required",
    rate_limited: "too_many_requests slow_down",
    unavailable: "temporarily_unavailable",
    unknown_operation: "method_not_allowed",
    invalid_input:
      "invalid_request invalid_scope invalid_target invalid_client_metadata unsupported_grant_type " +
      "unsupported_response_type unsupported_token_type",
    upstream_failed: "server_error",
  };
}
