// valid-envelope (kaiza), no fault: the fields that a factory is given
import { SystemError } from "error-contract/kaiza";

const fields = { error_code: "SESSION_LOCKED", human_message: "The session is locked" };
export const locked = () => new SystemError(fields);
