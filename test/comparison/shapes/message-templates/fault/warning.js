// match-message-template (mcp-aql), a fault: a warning without what its entry asks for
import { aqlWarning } from "error-contract/mcp-aql";

export const near = (current) => aqlWarning("RATE_LIMIT_QUOTA_WARNING", { metric: "requests_per_hour", current });
