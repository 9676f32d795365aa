// valid-envelope (mcp-aql), no fault: a failure, and a success with a warning
export const missing = () => ({
  success: false,
  error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'owner'" },
});
export const listed = (data) => ({
  success: true,
  data,
  warnings: [{ code: "RATE_LIMIT_QUOTA_WARNING", message: "Approaching quota limit" }],
});
