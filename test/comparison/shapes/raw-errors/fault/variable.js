// no-raw-error, a fault: through a variable
import { read } from "../../lib.js";

export function text(path) {
  const error = new Error("No path");
  if (path === "") throw error;
  return read(path);
}
