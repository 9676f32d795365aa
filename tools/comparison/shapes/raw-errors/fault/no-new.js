// no-raw-error, a fault: an Error without new
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") throw Error("No path");
  return read(path);
}
