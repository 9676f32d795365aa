// no-swallowed-error, no fault: the inner passes on, the outer too
import { toolError } from "error-contract/standard";
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    try {
      return read(path);
    } catch (error) {
      logger.warn({ error });
      throw error;
    }
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { cause: error });
  }
}
