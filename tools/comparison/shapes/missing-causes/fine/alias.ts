// require-cause, no fault: under another name
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    const first = error;
    throw toolError("UPSTREAM_FAILED", "No text", { cause: first });
  }
}
