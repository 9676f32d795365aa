// no-message-parsing (standard), a fault: in the envelope that a client received
import { parseEnvelope } from "error-contract/standard";

export function isTemporary(body: unknown) {
  const envelope = parseEnvelope(body);
  return envelope?.error.message.includes("try again") ?? false;
}
