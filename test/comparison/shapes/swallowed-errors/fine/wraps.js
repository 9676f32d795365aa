// no-swallowed-error, no fault: thrown on as the contract's error
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "The file cannot be read", { cause: error });
  }
}
