// no-swallowed-error, a fault: logged, then replaced by a default
import { load, logger } from "../../lib.js";

export async function retries(path: string) {
  try {
    return Number(await load(path));
  } catch (error) {
    logger.warn({ error });
    return 3;
  }
}
