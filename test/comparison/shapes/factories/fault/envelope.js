// prefer-factory (standard), a fault: a valid envelope, written by hand
import { cache } from "../../lib.js";

export function text(path) {
  if (cache.has(path)) return { text: cache.get(path) };
  return { error: { code: "NOT_FOUND", message: "Not cached", tool: "text", details: null } };
}
