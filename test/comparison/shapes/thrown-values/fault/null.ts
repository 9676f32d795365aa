// no-raw-error, a fault: null is thrown
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") throw null;
  return read(path);
}
