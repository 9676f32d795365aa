// no-swallowed-error, a fault: only a second argument of then
import { load } from "../../lib.js";

export const warm = (path) => load(path).then(undefined, () => null);
