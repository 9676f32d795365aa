// prefer-factory (kaiza), no fault: the factory
import { SystemError } from "error-contract/kaiza";

export const failed = (cause: unknown) =>
  SystemError.toolFailure("FILE_READ_FAILED", { human_message: "Could not read it", tool_name: "read_file", cause });
