// require-literal-message (context-resolve), a fault: through a variable
import { contextResolveError } from "error-contract/context-resolve";
import { cache } from "../../lib.js";

export function cached(path) {
  const message = `No cache at ${path}`;
  if (!cache.has(path)) throw contextResolveError("cache_missing", message);
  return cache.get(path);
}
