// match-message-template (mcp-aql), no fault: whatever code it is
import { fromUnknown } from "error-contract/mcp-aql";

export const converted = (thrown: unknown) => fromUnknown(thrown, { code: "INTERNAL_ERROR" });
