// no-swallowed-error, a fault: a rejection handler that does nothing
import { cache, load } from "../../lib.js";

export function warm(path: string) {
  return load(path)
    .then((text) => cache.set(path, text))
    .catch(() => {});
}
