// no-swallowed-error, a fault: only a function that nobody calls would throw it
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    const fail = () => {
      throw error;
    };
    logger.info({ fail });
  }
  return "";
}
