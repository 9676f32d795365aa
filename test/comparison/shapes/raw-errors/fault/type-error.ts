// no-raw-error, a fault: one of the language's other classes
import { read } from "../../lib.js";

export function text(path: unknown) {
  if (typeof path !== "string") throw new TypeError("No path");
  return read(path);
}
