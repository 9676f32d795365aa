// valid-envelope (mcp-aql), a fault: a warning as a failure
export const near = (current: number) => ({
  success: false,
  error: {
    code: "RATE_LIMIT_QUOTA_WARNING",
    message: "Approaching quota limit",
    details: { metric: "requests_per_hour", current, warn_threshold: 4000 },
  },
});
