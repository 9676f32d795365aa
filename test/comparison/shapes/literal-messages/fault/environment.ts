// require-literal-message (context-resolve), a fault: a value of the environment
import { contextResolveError } from "error-contract/context-resolve";

export const missing = () => contextResolveError("cache_missing", `No cache below ${process.env["CONTEXT_HOME"]}`);
