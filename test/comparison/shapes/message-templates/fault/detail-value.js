// match-message-template (mcp-aql), a fault: a detail that is none of those allowed
import { aqlError } from "error-contract/mcp-aql";

export const tooLarge = (size) =>
  aqlError("VALIDATION_PAYLOAD_TOO_LARGE", {
    limit_type: "size",
    limit_value: 1024,
    actual_value: size,
    unit: "bytes",
  });
