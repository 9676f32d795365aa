// no-raw-error, a fault: a class of the project's own that the contract does not know
import { read } from "../../lib.js";

class PathError extends Error {}
export function text(path: string) {
  if (path === "") throw new PathError("No path");
  return read(path);
}
