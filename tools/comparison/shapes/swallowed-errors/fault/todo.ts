// no-swallowed-error, a fault: a promise to handle it some day
import { cache, read } from "../../lib.js";

export function warm(path: string) {
  try {
    cache.set(path, read(path));
  } catch {
    // TODO: handle this
  }
}
