// valid-envelope (standard), a fault: declared as the envelope, with a field too many
import type { ToolErrorEnvelope } from "error-contract/standard";

export const limited = {
  error: { code: "RATE_LIMITED", message: "Too many requests", tool: null, details: null, retryable: true },
} as ToolErrorEnvelope;
