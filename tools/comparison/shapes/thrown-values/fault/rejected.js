// no-raw-error, a fault: a promise that is rejected with a text
import { load } from "../../lib.js";

export const text = (path) => (path === "" ? Promise.reject("No path") : load(path));
