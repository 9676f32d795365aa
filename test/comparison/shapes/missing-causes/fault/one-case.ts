// require-cause, a fault: one case of a switch forgets it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    switch (path) {
      case "":
        throw toolError("MISSING_INPUT", "No path");
      default:
        throw toolError("UPSTREAM_FAILED", "No text", { cause: error });
    }
  }
}
