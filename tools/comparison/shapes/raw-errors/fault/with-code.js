// no-raw-error, a fault: an Error with a code
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") throw Object.assign(new Error("No path"), { code: "MISSING_INPUT" });
  return read(path);
}
