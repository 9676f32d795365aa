// require-cause, a fault: the old message in the new one, and nothing else of it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", `No text: ${error.message}`);
  }
}
