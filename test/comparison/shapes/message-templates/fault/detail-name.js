// match-message-template (mcp-aql), a fault: a detail by another name
import { aqlError } from "error-contract/mcp-aql";

export const missing = (name) => aqlError("VALIDATION_MISSING_PARAM", { paramName: name });
