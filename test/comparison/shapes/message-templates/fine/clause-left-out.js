// match-message-template (mcp-aql), no fault: without a reason its clause is left out
import { aqlError } from "error-contract/mcp-aql";

export const denied = () => aqlError("PERMISSION_DENIED", { http_status: 403 });
export const deniedToo = () => aqlError("PERMISSION_DENIED", { http_status: 403 }, { message: "Permission denied" });
