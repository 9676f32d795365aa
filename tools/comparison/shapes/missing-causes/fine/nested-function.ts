// require-cause, no fault: a function that fails later, for a reason of its own
import { toolError } from "error-contract/standard";
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    logger.info({
      onTimeout: () => {
        throw toolError("TIMEOUT", "Too late");
      },
    });
    throw error;
  }
}
