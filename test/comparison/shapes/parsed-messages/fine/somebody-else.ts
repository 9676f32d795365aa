// no-message-parsing (standard), no fault: what is left when it is not the contract's
import { ToolError } from "error-contract/standard";

export function isNetwork(error: unknown) {
  if (error instanceof ToolError) return error.code === "UPSTREAM_FAILED";
  return error instanceof Error && error.message.includes("ECONNRESET");
}
