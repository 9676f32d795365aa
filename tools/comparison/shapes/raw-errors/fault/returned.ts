// no-raw-error, a fault: it is returned
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") return new Error("No path");
  return read(path);
}
