// match-message-template (mcp-aql), a fault: no details where the template needs some
import { aqlError } from "error-contract/mcp-aql";

export const unknown = () => aqlError("NOT_FOUND_OPERATION");
