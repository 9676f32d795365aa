// no-swallowed-error, a fault: the inner of two handlers drops it, so the outer never runs
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    try {
      return read(path);
    } catch {
      return "";
    }
  } catch (error) {
    throw error;
  }
}
