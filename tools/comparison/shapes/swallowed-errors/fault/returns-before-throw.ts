// no-swallowed-error, a fault: an early return before the throw
import { read } from "../../lib.js";

export function text(path: string, quiet: boolean) {
  try {
    return read(path);
  } catch (error) {
    if (quiet) return "";
    throw error;
  }
}
