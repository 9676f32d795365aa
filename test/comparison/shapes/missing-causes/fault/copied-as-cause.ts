// require-cause, a fault: a copy of its message as the cause
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { cause: String(error) });
  }
}
