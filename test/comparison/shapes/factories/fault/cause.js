// prefer-factory (kaiza), a fault: with a cause
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
import { load } from "../../lib.js";

export async function text(path) {
  try {
    return await load(path);
  } catch (error) {
    throw new SystemError({
      error_code: SYSTEM_ERROR_CODES.FILE_READ_FAILED,
      human_message: `Could not read ${path}`,
      tool_name: "read_file",
      cause: error,
    });
  }
}
