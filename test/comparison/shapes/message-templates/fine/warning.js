// match-message-template (mcp-aql), no fault: a warning beside a success
import { aqlWarning } from "error-contract/mcp-aql";

export const listed = (data, current) => ({
  success: true,
  data,
  warnings: [aqlWarning("RATE_LIMIT_QUOTA_WARNING", { metric: "requests_per_hour", current, warn_threshold: 4000 })],
});
