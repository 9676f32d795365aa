// require-cause, no fault: one cause among several
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string, previous: unknown[]) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { cause: [...previous, error] });
  }
}
