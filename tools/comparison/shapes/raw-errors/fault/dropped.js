// no-raw-error, a fault: it is made, and nothing more
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") new Error("No path");
  return read(path);
}
