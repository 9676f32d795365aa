// require-cause, a fault: one of two arms forgets it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    if (path === "") throw toolError("MISSING_INPUT", "No path");
    throw toolError("UPSTREAM_FAILED", "No text", { cause: error });
  }
}
