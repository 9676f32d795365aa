// prefer-factory (kaiza), a fault: the class, where a factory says what happened
import { SystemError } from "error-contract/kaiza";
import { read } from "../../lib.js";

export function text(path: string) {
  if (path.includes("..")) {
    throw new SystemError({ error_code: "PATH_TRAVERSAL_BLOCKED", human_message: "Not there", tool_name: "read_file" });
  }
  return read(path);
}
