// match-message-template (mcp-aql), no fault: every unknown parameter is listed
import { aqlError } from "error-contract/mcp-aql";

export const unknown = (operation, unknown_params, valid_params) =>
  aqlError(
    "VALIDATION_UNKNOWN_PARAM",
    { operation, unknown_params, valid_params },
    { message: `Unknown parameter(s) for operation '${operation}': ${unknown_params.join(", ")}` },
  );
