// require-cause, a fault: made first, thrown later
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    console.warn(error);
    const failure = toolError("UPSTREAM_FAILED", "No text");
    throw failure;
  }
}
