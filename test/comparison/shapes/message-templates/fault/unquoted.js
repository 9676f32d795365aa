// match-message-template (mcp-aql), a fault: the value without its quotes
import { aqlError } from "error-contract/mcp-aql";

export const missing = (name) =>
  aqlError("VALIDATION_MISSING_PARAM", { param_name: name }, { message: `Missing required parameter ${name}` });
