// require-cause, a fault: a rejection instead of a throw
import { toolError } from "error-contract/standard";
import { load, logger } from "../../lib.js";

export async function text(path: string) {
  try {
    return await load(path);
  } catch (error) {
    logger.warn({ error });
    return Promise.reject(toolError("UPSTREAM_FAILED", "No text"));
  }
}
