// match-message-template (mcp-aql), a fault: in the fields of the class
import { AqlError } from "error-contract/mcp-aql";

export const unknown = (operation: string) =>
  new AqlError({
    code: "NOT_FOUND_OPERATION",
    message: `There is no ${operation}`,
    details: { operation },
  });
