// match-message-template (mcp-aql), a fault: a detail of the wrong type
import { aqlError } from "error-contract/mcp-aql";

export const first = () => aqlError("VALIDATION_MISSING_PARAM", { param_name: 1 });
