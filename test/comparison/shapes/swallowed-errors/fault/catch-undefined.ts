// no-swallowed-error, a fault: a rejection becomes undefined
import { load } from "../../lib.js";

export const text = (path: string) => load(path).catch(() => undefined);
