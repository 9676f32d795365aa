// no-raw-error, no fault: the contract's error by its class
import { ToolError } from "error-contract/standard";
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") throw new ToolError({ code: "MISSING_INPUT", message: "No path" });
  return read(path);
}
