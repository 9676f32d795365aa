// no-swallowed-error, a fault: the failure of the second attempt is dropped, and the first with it
import { read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch {
    try {
      return read(`${path}.bak`);
    } catch {
      return "";
    }
  }
}
