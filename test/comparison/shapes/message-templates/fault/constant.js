// match-message-template (mcp-aql), a fault: words of a constant
import { aqlError } from "error-contract/mcp-aql";

const BAD_TOKEN = "That token is not known";
export const refused = (token) => aqlError("TOKEN_INVALID", { token }, { message: BAD_TOKEN });
