// no-raw-error, a fault: a text that is put together
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") throw `No path ${path}`;
  return read(path);
}
