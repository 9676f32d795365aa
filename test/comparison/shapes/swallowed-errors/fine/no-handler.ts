// no-swallowed-error, no fault: null is no handler
import { load } from "../../lib.js";

export const text = (path: string) => load(path).then((text) => text.trim(), null);
