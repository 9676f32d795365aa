// no-message-parsing (standard), a fault: of an error that the file made
import { toolError } from "error-contract/standard";

export function isTemporary(path) {
  const failure = toolError("UNAVAILABLE", `No ${path} now`);
  return failure.message.includes("now");
}
