// no-swallowed-error, a fault: an action that failed answers false
import { logger, store } from "../../lib.js";

export async function save(path: string, text: string) {
  try {
    await store(path, text);
    return true;
  } catch (error) {
    logger.error({ error });
    return false;
  }
}
