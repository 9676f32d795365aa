// require-cause, a fault: the outer error in the inner handler
import { toolError } from "error-contract/standard";
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (outer) {
    try {
      return read(`${path}.bak`);
    } catch (inner) {
      logger.warn({ inner });
      throw toolError("UPSTREAM_FAILED", "No text", { cause: outer });
    }
  }
}
