/** What a condition means for a caller, in the terms of the protocols that servers speak. */
export interface ConditionFacts {
  /** What went wrong, in a few words. */
  readonly meaning: string;
  /** HTTP status code of a response that reports the condition. */
  readonly http: number;
  /** JSON-RPC error code of a response that reports the condition (specification 002). */
  readonly jsonRpc: number;
  /** The canonical gRPC status that stands for the same condition. */
  readonly grpc: string;
  /** Whether the same request may succeed when it is repeated unchanged. */
  readonly retryable: boolean;
  /** What the receiver should do about it. */
  readonly recovery: string;
}

/**
 * The neutral conditions that the codes of every contract stand for. A code names its condition and inherits what the
 * condition says, so status, retry and recovery are written once for all contracts.
 */
export const conditions = {
  invalid_input: {
    meaning: "An input has the wrong type, form or value",
    http: 400,
    jsonRpc: -32602,
    grpc: "INVALID_ARGUMENT",
    retryable: false,
    recovery: "Correct the input and call again.",
  },
  missing_input: {
    meaning: "A required input is absent",
    http: 400,
    jsonRpc: -32602,
    grpc: "INVALID_ARGUMENT",
    retryable: false,
    recovery: "Supply the missing input and call again.",
  },
  unknown_operation: {
    meaning: "The requested operation does not exist",
    http: 404,
    jsonRpc: -32601,
    grpc: "UNIMPLEMENTED",
    retryable: false,
    recovery: "List the available operations and choose one of them.",
  },
  not_found: {
    meaning: "The thing that the request names does not exist",
    http: 404,
    jsonRpc: -32001,
    grpc: "NOT_FOUND",
    retryable: false,
    recovery: "Check the name or create the thing first.",
  },
  already_exists: {
    meaning: "The thing to be created exists",
    http: 409,
    jsonRpc: -32002,
    grpc: "ALREADY_EXISTS",
    retryable: false,
    recovery: "Use what exists or choose another name.",
  },
  conflict: {
    meaning: "The request does not fit the current state",
    http: 409,
    jsonRpc: -32002,
    grpc: "FAILED_PRECONDITION",
    retryable: false,
    recovery: "Read the current state, resolve the conflict and call again.",
  },
  unauthenticated: {
    meaning: "The caller has not said who it is",
    http: 401,
    jsonRpc: -32000,
    grpc: "UNAUTHENTICATED",
    retryable: false,
    recovery: "Authenticate or start a session, then call again.",
  },
  permission_denied: {
    meaning: "The caller may not do this",
    http: 403,
    jsonRpc: -32000,
    grpc: "PERMISSION_DENIED",
    retryable: false,
    recovery: "Ask for the permission or do something that is allowed.",
  },
  rate_limited: {
    meaning: "Too many requests in too short a time",
    http: 429,
    jsonRpc: -32000,
    grpc: "RESOURCE_EXHAUSTED",
    retryable: true,
    recovery: "Wait as long as the error says, then repeat the call.",
  },
  timeout: {
    meaning: "The operation took too long",
    http: 504,
    jsonRpc: -32000,
    grpc: "DEADLINE_EXCEEDED",
    retryable: true,
    recovery: "Repeat the call, with more time or less work.",
  },
  cancelled: {
    meaning: "The caller cancelled the operation",
    http: 499,
    jsonRpc: -32000,
    grpc: "CANCELLED",
    retryable: true,
    recovery: "Repeat the call if its result is still wanted.",
  },
  upstream_failed: {
    meaning: "A service that the operation depends on failed",
    http: 502,
    jsonRpc: -32000,
    grpc: "UNAVAILABLE",
    retryable: true,
    recovery: "Repeat the call later; report it if it keeps failing.",
  },
  unavailable: {
    meaning: "The server cannot do this at the moment",
    http: 503,
    jsonRpc: -32000,
    grpc: "UNAVAILABLE",
    retryable: true,
    recovery: "Repeat the call later.",
  },
  data_corrupt: {
    meaning: "Stored data is damaged or violates its own rules",
    http: 500,
    jsonRpc: -32603,
    grpc: "DATA_LOSS",
    retryable: false,
    recovery: "Restore or rebuild the data.",
  },
  internal: {
    meaning: "A fault in the server itself",
    http: 500,
    jsonRpc: -32603,
    grpc: "INTERNAL",
    retryable: false,
    recovery: "Report the fault with the whole error.",
  },
} as const satisfies Record<string, ConditionFacts>;

/** The name of a neutral condition. */
export type Condition = keyof typeof conditions;
