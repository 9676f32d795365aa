// require-cause, a fault: a rejection handler rejects without it
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (path) => load(path).catch((error) => Promise.reject(toolError("UPSTREAM_FAILED", error.message)));
