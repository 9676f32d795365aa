// no-swallowed-error, a fault: a catch clause that names the error and does nothing
import { cache, read } from "../../lib.js";

export function warm(path) {
  try {
    cache.set(path, read(path));
  } catch (error) {}
}
