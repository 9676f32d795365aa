// require-cause, no fault: the old one itself
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    logger.warn({ error });
    throw error;
  }
}
