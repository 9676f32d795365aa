// prefer-factory (typed-mcp), a fault: an error of ADR-0008 by its class
import { TypedMcpError } from "error-contract/typed-mcp";

export function checked(token) {
  if (!token) throw new TypedMcpError({ error: "auth_required", message: "Run the login command", details: null });
  return token;
}
