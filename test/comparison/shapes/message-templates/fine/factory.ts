// match-message-template (mcp-aql), no fault: the factory writes the message
import { aqlError } from "error-contract/mcp-aql";

export const missing = (name: string) =>
  aqlError("VALIDATION_MISSING_PARAM", { param_name: name, operation: "get_repo" });
