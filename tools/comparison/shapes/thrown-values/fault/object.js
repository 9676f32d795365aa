// no-raw-error, a fault: an object is thrown
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") throw { code: "MISSING_INPUT", message: "No path" };
  return read(path);
}
