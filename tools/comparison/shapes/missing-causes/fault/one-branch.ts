// require-cause, a fault: one branch of a conditional forgets it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    throw path === ""
      ? toolError("MISSING_INPUT", "No path", { cause: error })
      : toolError("UPSTREAM_FAILED", "No text");
  }
}
