// no-swallowed-error, a fault: the console by a computed name
import { cache, read } from "../../lib.js";

export function warm(path) {
  try {
    cache.set(path, read(path));
  } catch (error) {
    console["error"](error);
  }
}
