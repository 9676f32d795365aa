// no-swallowed-error, a fault: only its message is written down
import { cache, read } from "../../lib.js";

export function warm(path) {
  try {
    cache.set(path, read(path));
  } catch ({ message }) {
    console.warn("no cache: " + message);
  }
}
