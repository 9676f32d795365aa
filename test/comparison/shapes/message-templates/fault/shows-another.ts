// match-message-template (mcp-aql), a fault: the message shows another value than the details
import { aqlError } from "error-contract/mcp-aql";

export const missing = () =>
  aqlError("VALIDATION_MISSING_PARAM", { param_name: "repo" }, { message: "Missing required parameter 'owner'" });
