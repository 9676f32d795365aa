// no-raw-error, a fault: a text in a variable
import { read } from "../../lib.js";

export function text(path: string) {
  const problem = `No ${path}`;
  if (path === "") throw problem;
  return read(path);
}
