// no-swallowed-error, a fault: a callback logs its error and returns
import { logger, readOld } from "../../lib.js";

export function show(path: string, done: (error: Error | null, text?: string) => void) {
  readOld(path, (error, text) => {
    if (error) {
      logger.error({ error });
      return;
    }
    done(null, text);
  });
}
