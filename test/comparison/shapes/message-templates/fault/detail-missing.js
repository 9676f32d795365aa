// match-message-template (mcp-aql), a fault: details without what the template shows
import { aqlError } from "error-contract/mcp-aql";

export const missing = (operation) => aqlError("VALIDATION_MISSING_PARAM", { operation });
