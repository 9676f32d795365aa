// match-message-template (mcp-aql), a fault: a list in words of its own
import { aqlError } from "error-contract/mcp-aql";

export const unknown = (operation, unknown_params, valid_params) =>
  aqlError(
    "VALIDATION_UNKNOWN_PARAM",
    { operation, unknown_params, valid_params },
    { message: `${operation} does not know ${unknown_params.join(", ")}` },
  );
