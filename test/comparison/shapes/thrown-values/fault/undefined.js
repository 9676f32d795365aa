// no-raw-error, a fault: nothing is thrown
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") throw undefined;
  return read(path);
}
