// no-swallowed-error, no fault: thrown on
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    logger.error({ error });
    throw error;
  }
}
