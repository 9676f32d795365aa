// no-swallowed-error, a fault: the next middleware does not hear of it
import { cache, read } from "../../lib.js";

export function route(request: { path: string }, _response: unknown, next: (error?: unknown) => void) {
  try {
    cache.set(request.path, read(request.path));
    next();
  } catch {
    next();
  }
}
