// require-cause, no fault: assigned by Object.assign
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    const failure = toolError("UPSTREAM_FAILED", "No text");
    throw Object.assign(failure, { cause: error });
  }
}
