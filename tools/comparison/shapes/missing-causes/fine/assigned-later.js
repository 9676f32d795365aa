// require-cause, no fault: assigned before it is thrown
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    const failure = toolError("UPSTREAM_FAILED", "No text");
    failure.cause = error;
    throw failure;
  }
}
