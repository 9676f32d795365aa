// valid-envelope (standard), a fault: parts of the error are missing
import { cache } from "../../lib.js";

export function text(path: string) {
  return cache.get(path) ?? { error: { code: "NOT_FOUND", message: "Not cached" } };
}
