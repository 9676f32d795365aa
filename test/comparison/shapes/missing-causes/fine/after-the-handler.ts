// require-cause, no fault: an error of its own, behind the handler
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  let text = "";
  try {
    text = read(path);
  } catch (error) {
    throw toolError("UPSTREAM_FAILED", "No text", { cause: error });
  }
  if (text === "") throw toolError("DATA_CORRUPT", "Empty");
  return text;
}
