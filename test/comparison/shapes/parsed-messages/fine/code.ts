// no-message-parsing (kaiza), no fault: the code
import { SystemError } from "error-contract/kaiza";

export const isLocked = (error: unknown) => error instanceof SystemError && error.error_code === "SESSION_LOCKED";
