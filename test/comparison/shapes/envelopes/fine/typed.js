// valid-envelope (typed-mcp), no fault: a failure with details, and one without
export const limited = (seconds) =>
  JSON.stringify({ error: "rate_limited", message: "Too many requests", details: { retry_after: seconds } });
export const missing = () => JSON.stringify({ error: "not_found", message: "No such note", details: null });
