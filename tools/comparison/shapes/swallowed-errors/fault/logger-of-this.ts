// no-swallowed-error, a fault: given to the logger of an object
import { cache, logger, read } from "../../lib.js";

export class Store {
  logger = logger;
  warm(path: string) {
    try {
      cache.set(path, read(path));
    } catch (error) {
      this.logger.error({ error });
    }
  }
}
