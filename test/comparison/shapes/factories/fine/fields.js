// prefer-factory (kaiza), no fault: the fields come from elsewhere
import { SystemError } from "error-contract/kaiza";

export const restored = (fields) => new SystemError(fields);
export const changed = (fields) => new SystemError({ ...fields, tool_name: "read_file" });
