// require-cause, no fault: an error if it is one, else a new one around it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { cause: error instanceof Error ? error : new Error(String(error)) });
  }
}
