// no-swallowed-error, a fault: a handler by name that does nothing
import { load } from "../../lib.js";

const noop = () => {};
export const warm = (path: string) => load(path).catch(noop);
