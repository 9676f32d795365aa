// match-message-template (mcp-aql), a fault: words of its own
import { aqlError } from "error-contract/mcp-aql";

export const missing = () =>
  aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner" }, { message: "Please give an owner" });
