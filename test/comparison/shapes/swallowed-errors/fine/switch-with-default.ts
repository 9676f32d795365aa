// no-swallowed-error, no fault: each case of a switch throws
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    switch (path) {
      case "":
        throw toolError("MISSING_INPUT", "No path", { cause: error });
      default:
        throw error;
    }
  }
}
