// require-cause, a fault: another variable of the same name
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string, last: Error) {
  try {
    return read(path);
  } catch (error) {
    {
      const error = last;
      throw toolError("UPSTREAM_FAILED", "No text", { cause: error });
    }
  }
}
