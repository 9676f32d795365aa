// no-swallowed-error, no fault: each arm throws
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    if (path === "") {
      throw toolError("MISSING_INPUT", "No path", { cause: error });
    } else {
      throw error;
    }
  }
}
