// valid-envelope (context-resolve), a fault: details, which are forbidden
import { cache } from "../../lib.js";

export function documents(path: string) {
  if (cache.has(path)) return { documents: [] };
  return { error: { code: "cache_invalid", message: "Cache exists but is invalid", details: {} } };
}
