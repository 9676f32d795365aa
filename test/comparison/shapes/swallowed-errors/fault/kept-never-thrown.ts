// no-swallowed-error, a fault: a retry loop that keeps the last error and gives up without it
import { load, logger } from "../../lib.js";

export async function stubborn(path: string) {
  let last: unknown;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await load(path);
    } catch (error) {
      last = error;
    }
  }
  logger.warn({ last });
  return undefined;
}
