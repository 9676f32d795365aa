// require-cause, no fault: a binding of that name
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (cause) {
    throw toolError("UPSTREAM_FAILED", "No text", { cause });
  }
}
