// no-raw-error, a fault: a number is thrown
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") throw 404;
  return read(path);
}
