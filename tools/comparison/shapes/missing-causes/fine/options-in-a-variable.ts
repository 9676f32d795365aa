// require-cause, no fault: options in a variable, with it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    const options = { cause: error };
    throw toolError("UPSTREAM_FAILED", "No text", options);
  }
}
