// no-raw-error, a fault: what a function answers, which is an Error
import { read } from "../../lib.js";

const problem = (path: string): Error => new Error(`No ${path}`);
export function text(path: string) {
  if (path === "") throw problem(path);
  return read(path);
}
