// require-literal-message (context-resolve), no fault: a constant
import { contextResolveError } from "error-contract/context-resolve";

const NO_CACHE = "There is no cache yet";
export const missing = () => contextResolveError("cache_missing", NO_CACHE);
