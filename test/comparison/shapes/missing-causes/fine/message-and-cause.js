// require-cause, no fault: its message in the new one, and the cause
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", `No text: ${error.message}`, { cause: error });
  }
}
