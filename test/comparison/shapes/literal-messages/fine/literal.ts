// require-literal-message (context-resolve), no fault: words of its own
import { contextResolveError } from "error-contract/context-resolve";

export const missing = (cause: unknown) => contextResolveError("cache_missing", "There is no cache yet", { cause });
