// no-swallowed-error, a fault: thrown in some cases of a switch
import { logger, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    switch (path.length) {
      case 0:
        throw error;
      case 1:
        logger.warn({ error });
    }
  }
  return "";
}
