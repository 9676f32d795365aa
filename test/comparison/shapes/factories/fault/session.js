// prefer-factory (kaiza), a fault: the direct construction of section 4
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";

export const failed = (session_id, workspace_root) =>
  new SystemError({
    error_code: SYSTEM_ERROR_CODES.INTERNAL_ERROR,
    human_message: "Something went wrong",
    tool_name: "my_tool",
    role: "WINDSURF",
    session_id,
    workspace_root,
  });
