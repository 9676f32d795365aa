// no-swallowed-error, no fault: a labelled block is left, and the throw stands behind it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    known: {
      if (path !== "") break known;
      throw toolError("MISSING_INPUT", "No path", { cause: error });
    }
    throw error;
  }
}
