// require-literal-message (context-resolve), no fault: an envelope that is written by hand
import { cache } from "../../lib.js";

export function cached(path: string) {
  const text = cache.get(path);
  if (text === undefined) return { error: { code: "cache_missing", message: "Cache does not exist" } };
  return { text };
}
