// match-message-template (mcp-aql), a fault: an envelope with a detail of the wrong type
import { read } from "../../lib.js";

export function repo(owner) {
  if (owner) return { success: true, data: read(owner) };
  return {
    success: false,
    error: {
      code: "VALIDATION_MISSING_PARAM",
      message: "Missing required parameter 'owner'",
      details: { param_name: ["owner"] },
    },
  };
}
