// match-message-template (mcp-aql), no fault: the first unknown parameter and how many others
import { aqlError } from "error-contract/mcp-aql";

export const unknown = () =>
  aqlError(
    "VALIDATION_UNKNOWN_PARAM",
    { operation: "create_user", unknown_params: ["force_create", "admin_override"], valid_params: ["user_name"] },
    { message: "Unknown parameter 'force_create' for operation 'create_user' (and 1 other)" },
  );
