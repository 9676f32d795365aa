// no-swallowed-error, a fault: a rejection becomes undefined, written shortly
import { load } from "../../lib.js";

export const text = (path) => load(path).catch(() => void 0);
