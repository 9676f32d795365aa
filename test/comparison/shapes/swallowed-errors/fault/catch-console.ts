// no-swallowed-error, a fault: the console's method as the handler
import { load } from "../../lib.js";

export const warm = (path: string) => load(path).catch(console.error);
