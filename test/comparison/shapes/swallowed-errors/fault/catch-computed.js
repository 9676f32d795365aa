// no-swallowed-error, a fault: the method by a computed name
import { load } from "../../lib.js";

export const text = (path) => load(path)["catch"](() => null);
