// no-raw-error, no fault: what was caught is thrown on
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    logger.warn({ error });
    throw error;
  }
}
