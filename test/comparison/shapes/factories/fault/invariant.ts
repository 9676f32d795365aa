// prefer-factory (kaiza), a fault: an invariant was violated
import { SystemError } from "error-contract/kaiza";

export const violated = () =>
  new SystemError({
    error_code: "INVARIANT_VIOLATION",
    invariant_id: "MANDATORY_DIAGNOSTICS",
    human_message: "Diagnostics did not run",
    tool_name: "write_file",
  });
