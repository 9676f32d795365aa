// no-swallowed-error, a fault: the logger is waited for, and the code goes on
import { cache, load, logger } from "../../lib.js";

export async function warm(path: string) {
  try {
    cache.set(path, await load(path));
  } catch (error) {
    await logger.error({ error });
  }
}
