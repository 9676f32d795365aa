// require-cause, no fault: beside options that came from elsewhere
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path, options) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { ...options, cause: error });
  }
}
