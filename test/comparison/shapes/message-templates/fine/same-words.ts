// match-message-template (mcp-aql), no fault: the template, written out
import { aqlError } from "error-contract/mcp-aql";

export const unknown = (operation: string) =>
  aqlError("NOT_FOUND_OPERATION", { operation }, { message: `Unknown operation: '${operation}'` });
