// no-swallowed-error, a fault: a call that does nothing with it
import { cache, read } from "../../lib.js";

const noop = () => {};
export function warm(path: string) {
  try {
    cache.set(path, read(path));
  } catch {
    noop();
  }
}
