/** The codes by which protocols report a condition. */
export interface ConditionStatus {
  /** HTTP status code of a response that reports the condition. */
  readonly http: number;
  /** JSON-RPC error code of a response that reports the condition (specification 002). */
  readonly jsonRpc: number;
  /** The same from an MCP server: every revision allows it. MCP closes -32000 to -32099. */
  readonly mcp: number;
  /** The canonical gRPC status that stands for the same condition. */
  readonly grpc: string;
}

/** The neutral conditions. `conditions.ts` has their texts, which error classes do not need. */
export const conditionStatuses = {
  invalid_input: { http: 400, jsonRpc: -32602, mcp: -32602, grpc: "INVALID_ARGUMENT" },
  missing_input: { http: 400, jsonRpc: -32602, mcp: -32602, grpc: "INVALID_ARGUMENT" },
  unknown_operation: { http: 404, jsonRpc: -32601, mcp: -32601, grpc: "UNIMPLEMENTED" },
  not_found: { http: 404, jsonRpc: -32001, mcp: -32602, grpc: "NOT_FOUND" },
  already_exists: { http: 409, jsonRpc: -32002, mcp: -32603, grpc: "ALREADY_EXISTS" },
  conflict: { http: 409, jsonRpc: -32002, mcp: -32603, grpc: "FAILED_PRECONDITION" },
  unauthenticated: { http: 401, jsonRpc: -32000, mcp: -32603, grpc: "UNAUTHENTICATED" },
  permission_denied: { http: 403, jsonRpc: -32000, mcp: -32603, grpc: "PERMISSION_DENIED" },
  rate_limited: { http: 429, jsonRpc: -32000, mcp: -32603, grpc: "RESOURCE_EXHAUSTED" },
  timeout: { http: 504, jsonRpc: -32000, mcp: -32603, grpc: "DEADLINE_EXCEEDED" },
  cancelled: { http: 499, jsonRpc: -32000, mcp: -32603, grpc: "CANCELLED" },
  upstream_failed: { http: 502, jsonRpc: -32000, mcp: -32603, grpc: "UNAVAILABLE" },
  unavailable: { http: 503, jsonRpc: -32000, mcp: -32603, grpc: "UNAVAILABLE" },
  data_corrupt: { http: 500, jsonRpc: -32603, mcp: -32603, grpc: "DATA_LOSS" },
  internal: { http: 500, jsonRpc: -32603, mcp: -32603, grpc: "INTERNAL" },
} as const satisfies Record<string, ConditionStatus>;

/** The name of a neutral condition. */
export type Condition = keyof typeof conditionStatuses;
