// prefer-factory (standard), no fault: what a client received
import { parseEnvelope, ToolError } from "error-contract/standard";

export function thrown(body: unknown) {
  const envelope = parseEnvelope(body);
  return envelope ? new ToolError(envelope.error) : undefined;
}
