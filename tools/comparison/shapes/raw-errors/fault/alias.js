// no-raw-error, a fault: under another name
import { read } from "../../lib.js";

const Failure = Error;
export function text(path) {
  if (path === "") throw new Failure("No path");
  return read(path);
}
