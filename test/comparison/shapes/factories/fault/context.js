// prefer-factory (context-resolve), a fault: an error of Context Resolve by its class
import { ContextResolveError } from "error-contract/context-resolve";

export const missing = () => new ContextResolveError({ code: "cache_missing", message: "Cache does not exist" });
