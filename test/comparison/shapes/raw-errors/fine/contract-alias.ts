// no-raw-error, no fault: the contract's error under another name
import { toolError as failure } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") throw failure("MISSING_INPUT", "No path");
  return read(path);
}
