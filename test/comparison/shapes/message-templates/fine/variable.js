// match-message-template (mcp-aql), no fault: details that come from elsewhere
import { aqlError } from "error-contract/mcp-aql";

export const missing = (details) => aqlError("VALIDATION_MISSING_PARAM", details);
export const more = (details) => aqlError("VALIDATION_MISSING_PARAM", { ...details, operation: "get_repo" });
