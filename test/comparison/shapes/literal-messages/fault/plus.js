// require-literal-message (context-resolve), a fault: put together with a plus
import { contextResolveError } from "error-contract/context-resolve";
import { cache } from "../../lib.js";

export function cached(path) {
  if (!cache.has(path)) throw contextResolveError("cache_missing", "No cache at " + path);
  return cache.get(path);
}
