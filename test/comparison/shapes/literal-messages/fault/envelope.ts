// require-literal-message (context-resolve), a fault: the message of an envelope that is written by hand
import { cache } from "../../lib.js";

export function cached(path: string) {
  const text = cache.get(path);
  if (text === undefined) return { error: { code: "cache_missing", message: `No cache at ${path}` } };
  return { text };
}
