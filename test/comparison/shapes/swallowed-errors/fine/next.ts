// no-swallowed-error, no fault: given to the next middleware
import { cache, read } from "../../lib.js";

export function route(request: { path: string }, _response: unknown, next: (error?: unknown) => void) {
  try {
    cache.set(request.path, read(request.path));
  } catch (error) {
    next(error);
    return;
  }
  next();
}
