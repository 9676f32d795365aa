import type { LibraryRow } from "../../contract/library-row.js";

const codes = "https://grpc.io/docs/guides/status-codes";

const byName = {
  cancelled: "CANCELLED canceled",
  invalid_input: "INVALID_ARGUMENT invalid_argument OUT_OF_RANGE out_of_range",
  timeout: "DEADLINE_EXCEEDED deadline_exceeded",
  not_found: "NOT_FOUND not_found",
  already_exists: "ALREADY_EXISTS already_exists",
  permission_denied: "PERMISSION_DENIED permission_denied",
  rate_limited: "RESOURCE_EXHAUSTED resource_exhausted",
  conflict: "FAILED_PRECONDITION failed_precondition ABORTED aborted",
  unknown_operation: "UNIMPLEMENTED unimplemented",
  upstream_failed: "UNKNOWN unknown INTERNAL internal",
  unavailable: "UNAVAILABLE unavailable",
  data_corrupt: "DATA_LOSS data_loss",
  unauthenticated: "UNAUTHENTICATED unauthenticated",
} as const;

const byNumber = {
  cancelled: "1",
  upstream_failed: "2 13",
  invalid_input: "3 11",
  timeout: "4",
  not_found: "5",
  already_exists: "6",
  permission_denied: "7",
  rate_limited: "8",
  conflict: "9 10",
  unknown_operation: "12",
  unavailable: "14",
  data_corrupt: "15",
  unauthenticated: "16",
} as const;

/** gRPC, Connect and other remote procedure calls. */
export const rpcRows: readonly LibraryRow[] = [
  {
    library: "grpc-js 1.14, Connect 2.1, google-gax 5",
    packages: "@grpc/grpc-js @connectrpc/connect google-gax @google-cloud/*",
    source: codes,
    members: { metadata: "object", code: "number" },
    means: byNumber,
    headers: "metadata",
  },
  {
    library: "nice-grpc 2",
    packages: "nice-grpc nice-grpc-web",
    source: codes,
    members: { details: "string", path: "^/", code: "number" },
    means: byNumber,
  },
  {
    library: "protobuf-ts 2",
    packages: "@protobuf-ts/*",
    source: codes,
    members: { meta: "object", code: "^[A-Z_]+$", name: ["RpcError"] },
    means: byName,
    headers: "meta",
  },
  {
    library: "APIs of Google, in the body of an answer",
    packages: "googleapis @googleapis/* google-auth-library gaxios",
    source: "https://cloud.google.com/apis/design/errors",
    members: { "response.data.error.errors": "list" },
    at: "response.data.error.errors.0.reason",
    means: googleReasons(),
  },
  {
    library: "Google Cloud 20",
    packages: "@google-cloud/*",
    source: "https://cloud.google.com/storage/docs/json_api/v1/status-codes",
    members: { errors: "list", code: "number" },
    at: "errors.0.reason",
    means: googleReasons(),
  },
  {
    library: "google-auth-library 10",
    packages: "google-auth-library googleapis",
    source: "https://cloud.google.com/docs/authentication/application-default-credentials",
    says: { unauthenticated: ["Could not load the default credentials. "] },
  },
];

function googleReasons(): NonNullable<LibraryRow["means"]> {
  return {
    rate_limited:
      "rateLimitExceeded userRateLimitExceeded quotaExceeded dailyLimitExceeded limitExceeded " +
      "sharingRateLimitExceeded",
    unauthenticated: "authError required expired",
    permission_denied: "forbidden insufficientPermissions accessNotConfigured",
    not_found: "notFound",
    already_exists: "duplicate alreadyExists",
    conflict: "conditionNotMet conflict",
    unavailable: "backendError",
  };
}
