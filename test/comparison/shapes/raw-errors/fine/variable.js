// no-raw-error, no fault: the contract's error through a variable
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  const error = toolError("MISSING_INPUT", "No path");
  if (path === "") throw error;
  return read(path);
}
