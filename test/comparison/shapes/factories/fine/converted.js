// prefer-factory (standard), no fault: whatever it was
import { fromUnknown } from "error-contract/standard";

export const converted = (thrown) => fromUnknown(thrown, { tool: "text" });
