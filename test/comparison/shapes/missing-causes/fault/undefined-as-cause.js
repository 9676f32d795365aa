// require-cause, a fault: undefined as the cause
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    console.warn(error);
    throw toolError("UPSTREAM_FAILED", "No text", { cause: undefined });
  }
}
