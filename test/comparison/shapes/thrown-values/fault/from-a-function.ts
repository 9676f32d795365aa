// no-raw-error, a fault: what a function answers, which is a text
import { read } from "../../lib.js";

const problem = (path: string) => `No ${path}`;
export function text(path: string) {
  if (path === "") throw problem(path);
  return read(path);
}
