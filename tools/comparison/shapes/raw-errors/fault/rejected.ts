// no-raw-error, a fault: a promise that is rejected with it
import { load } from "../../lib.js";

export const text = (path: string) => (path === "" ? Promise.reject(new Error("No path")) : load(path));
