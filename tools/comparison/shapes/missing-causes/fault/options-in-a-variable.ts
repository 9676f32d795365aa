// require-cause, a fault: options in a variable, without it
import { toolError } from "error-contract/standard";
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    logger.warn({ error });
    const options = {};
    throw toolError("UPSTREAM_FAILED", "No text", options);
  }
}
