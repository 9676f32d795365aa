// no-error-result, no fault: a line for the log
import { logger } from "../../lib.js";

export const line = (message) => logger.info({ ok: false, message });
