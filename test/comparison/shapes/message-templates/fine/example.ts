// match-message-template (mcp-aql), no fault: the example of section 4.4
export const wrongType = () => ({
  success: false,
  error: {
    code: "VALIDATION_INVALID_TYPE",
    message: "Parameter 'per_page' expected 'integer', got 'string'",
    details: { param_name: "per_page", expected_type: "integer", actual_type: "string", value: "fifty" },
  },
});
