// require-literal-message (context-resolve), a fault: a path that is written out
import { contextResolveError } from "error-contract/context-resolve";

export const missing = () => contextResolveError("cache_invalid", "/var/cache/context/manifest.json is missing");
