// require-literal-message (context-resolve), a fault: filled in
import { contextResolveError } from "error-contract/context-resolve";

export const missing = (path: string) => contextResolveError("cache_missing", "No cache at %s".replace("%s", path));
