/** The key of `_meta` under which an MCP result carries the envelope of a failure that the handler described itself. */
export const envelopeKey = "error-contract/envelope";
