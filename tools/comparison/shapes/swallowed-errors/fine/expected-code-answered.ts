// no-swallowed-error, no fault: one expected condition is answered, the rest thrown on
import { isErrno, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    if (isErrno(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}
