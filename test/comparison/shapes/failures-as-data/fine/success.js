// no-error-result, no fault: a success that says so
import { read } from "../../lib.js";

export const text = (path) => ({ ok: true, text: read(path) });
