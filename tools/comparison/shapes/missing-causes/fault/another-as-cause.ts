// require-cause, a fault: another value as the cause
import { toolError } from "error-contract/standard";
import { logger, read } from "../../lib.js";

export function text(path: string, previous: Error) {
  try {
    return read(path);
  } catch (error) {
    logger.warn({ error });
    throw toolError("UPSTREAM_FAILED", "No text", { cause: previous });
  }
}
