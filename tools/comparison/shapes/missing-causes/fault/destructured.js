// require-cause, a fault: only its message is taken out
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch ({ message }) {
    throw toolError("UPSTREAM_FAILED", message);
  }
}
