// require-cause, no fault: the key in brackets
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { ["cause"]: error });
  }
}
