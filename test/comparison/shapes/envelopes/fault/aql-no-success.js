// valid-envelope (mcp-aql), a fault: without what tells failures from successes
export const missing = (res) =>
  res.json({ error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'owner'" } });
