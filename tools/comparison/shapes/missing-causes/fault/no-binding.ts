// require-cause, a fault: the handler does not even name it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch {
    throw toolError("UPSTREAM_FAILED", "No text");
  }
}
