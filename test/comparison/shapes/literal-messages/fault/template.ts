// require-literal-message (context-resolve), a fault: a path in a template
import { contextResolveError } from "error-contract/context-resolve";
import { cache } from "../../lib.js";

export function cached(path: string) {
  if (!cache.has(path)) throw contextResolveError("cache_missing", `No cache at ${path}`);
  return cache.get(path);
}
