// no-swallowed-error, a fault: given to a child of a logger
import { cache, load, logger } from "../../lib.js";

export async function warm(path: string) {
  try {
    cache.set(path, await load(path));
  } catch (error) {
    logger.child({ path }).warn({ error });
  }
}
