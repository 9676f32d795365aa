// require-literal-message (context-resolve), no fault: the canonical message, by leaving it out
import { contextResolveError } from "error-contract/context-resolve";

export const missing = () => contextResolveError("cache_missing");
