// valid-envelope (typed-mcp), a fault: details that are no object
export const limited = () =>
  JSON.stringify({ error: "rate_limited", message: "Too many requests", details: "retry after 30 s" });
