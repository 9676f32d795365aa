// prefer-factory (kaiza), no fault: the name of a type
import type { SystemError } from "error-contract/kaiza";

export const shown = (error: SystemError) => `${error.error_code}: ${error.human_message}`;
