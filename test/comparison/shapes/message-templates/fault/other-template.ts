// match-message-template (mcp-aql), a fault: the template of another code
import { aqlError } from "error-contract/mcp-aql";

export const expired = (token: string, expired_at: string) =>
  aqlError(
    "TOKEN_EXPIRED",
    { token, expired_at, current_time: new Date().toISOString() },
    { message: "Invalid confirmation token" },
  );
