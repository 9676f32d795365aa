// no-message-parsing (kaiza), no fault: put into a log
import { SystemError } from "error-contract/kaiza";
import { logger } from "../../lib.js";

export function noted(error: SystemError) {
  logger.error({ code: error.error_code, text: error.human_message.replaceAll("\n", " ") });
}
