// no-swallowed-error, a fault: given to a logger that takes its time
import { cache, load, logger } from "../../lib.js";

export async function warm(path: string) {
  try {
    cache.set(path, await load(path));
  } catch (error) {
    await Promise.resolve(logger.error({ error }));
  }
}
