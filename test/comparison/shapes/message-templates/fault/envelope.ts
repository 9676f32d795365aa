// match-message-template (mcp-aql), a fault: an envelope that is written by hand, in words of its own
import { read } from "../../lib.js";

export function repo(owner?: string) {
  if (owner === undefined) {
    return {
      success: false,
      error: { code: "VALIDATION_MISSING_PARAM", message: "owner?", details: { param_name: "owner" } },
    };
  }
  return { success: true, data: read(owner) };
}
