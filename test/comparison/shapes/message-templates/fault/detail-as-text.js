// match-message-template (mcp-aql), a fault: numbers as text
import { aqlError } from "error-contract/mcp-aql";

export const limited = (resetsAt) =>
  aqlError("RATE_LIMIT_EXCEEDED", {
    limit: "5000",
    remaining: 0,
    window: "hour",
    resets_at: resetsAt,
    retry_after_seconds: 60,
  });
