// no-raw-error, no fault: the contract's error is thrown
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") throw toolError("MISSING_INPUT", "No path");
  return read(path);
}
