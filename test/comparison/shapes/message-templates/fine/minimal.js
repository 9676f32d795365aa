// match-message-template (mcp-aql), no fault: the example of section 1.4
import { read } from "../../lib.js";

export function repo(owner) {
  if (owner) return { success: true, data: read(owner) };
  return {
    success: false,
    error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'owner'" },
  };
}
