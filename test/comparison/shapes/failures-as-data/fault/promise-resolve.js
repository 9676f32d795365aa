// no-error-result, a fault: a promise that is resolved with it
import { load } from "../../lib.js";

export const text = (path) => (path === "" ? Promise.resolve({ ok: false, error: "No path" }) : load(path));
