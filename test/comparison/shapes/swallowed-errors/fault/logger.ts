// no-swallowed-error, a fault: given to a logger, and the code goes on
import { cache, logger, read } from "../../lib.js";

export function warm(path: string) {
  try {
    cache.set(path, read(path));
  } catch (err) {
    logger.error({ err }, "no cache");
  }
}
