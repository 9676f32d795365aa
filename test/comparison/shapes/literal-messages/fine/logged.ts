// require-literal-message (context-resolve), no fault: the path goes to the log
import { contextResolveError } from "error-contract/context-resolve";
import { cache, logger } from "../../lib.js";

export function cached(path: string) {
  if (cache.has(path)) return cache.get(path);
  logger.warn(`No cache at ${path}`);
  throw contextResolveError("cache_missing", "There is no cache yet");
}
