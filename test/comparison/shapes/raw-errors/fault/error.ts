// no-raw-error, a fault: an Error
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") throw new Error("No path");
  return read(path);
}
