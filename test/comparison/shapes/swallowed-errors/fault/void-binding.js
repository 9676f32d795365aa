// no-swallowed-error, a fault: the binding is used for the linter's sake
import { cache, read } from "../../lib.js";

export function warm(path) {
  try {
    cache.set(path, read(path));
  } catch (error) {
    void error;
  }
}
