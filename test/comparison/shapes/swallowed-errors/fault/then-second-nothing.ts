// no-swallowed-error, a fault: a second argument of then that does nothing
import { cache, load } from "../../lib.js";

export const warm = (path: string) =>
  load(path).then(
    (text) => cache.set(path, text),
    () => {},
  );
