// no-raw-error, no fault: what a function answers, which is the contract's error
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

const problem = (path: string) => toolError("MISSING_INPUT", `No ${path}`);
export function text(path: string) {
  if (path === "") throw problem(path);
  return read(path);
}
