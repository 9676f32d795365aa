// no-raw-error, a fault: a text is thrown
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") throw "No path";
  return read(path);
}
