// require-literal-message (context-resolve), no fault: a template without holes
import { contextResolveError } from "error-contract/context-resolve";

export const missing = () => contextResolveError("cache_missing", `There is no cache yet`);
