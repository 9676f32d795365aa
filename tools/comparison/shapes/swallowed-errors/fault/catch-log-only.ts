// no-swallowed-error, a fault: a handler by name that only logs
import { load, logger } from "../../lib.js";

function logged(error: unknown) {
  logger.error({ error });
}
export const warm = (path: string) => load(path).catch(logged);
