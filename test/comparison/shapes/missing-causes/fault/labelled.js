// require-cause, a fault: thrown in a labelled block
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    known: {
      if (path) break known;
      throw toolError("MISSING_INPUT", "No path");
    }
    throw error;
  }
}
