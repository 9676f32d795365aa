// require-cause, no fault: made an error first
import { toolError } from "error-contract/standard";
import { read, toError } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { cause: toError(error) });
  }
}
