// prefer-factory (standard), a fault: kept before it is thrown
import { ToolError, TOOL_ERROR_CODES } from "error-contract/standard";
import { logger, read } from "../../lib.js";

export function text(path: string) {
  if (path) return read(path);
  const failure = new ToolError({ code: TOOL_ERROR_CODES.MISSING_INPUT, message: "No path", tool: "text" });
  logger.warn(failure.code);
  throw failure;
}
