// match-message-template (mcp-aql), a fault: half of the template
import { aqlError } from "error-contract/mcp-aql";

export const wrongType = (name: string) =>
  aqlError(
    "VALIDATION_INVALID_TYPE",
    { param_name: name, expected_type: "integer", actual_type: "string" },
    { message: `Parameter '${name}' expected 'integer'` },
  );
