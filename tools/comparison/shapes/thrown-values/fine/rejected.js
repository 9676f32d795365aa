// no-raw-error, no fault: a promise that is rejected with the contract's error
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (path) => (path === "" ? Promise.reject(toolError("MISSING_INPUT", "No path")) : load(path));
