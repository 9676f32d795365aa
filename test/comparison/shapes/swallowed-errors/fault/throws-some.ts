// no-swallowed-error, a fault: thrown on one condition, dropped on the other
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    if (path.startsWith("/")) throw error;
  }
  return "";
}
