// valid-envelope (mcp-aql), a fault: a failure that says it succeeded
export const missing = () => ({
  success: true,
  error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'owner'" },
});
