// require-cause, a fault: thrown in a loop inside the handler
import { toolError } from "error-contract/standard";
import { cache, read } from "../../lib.js";

export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    for (const cached of cache.values()) if (cached === path) throw toolError("UPSTREAM_FAILED", "No text");
    throw error;
  }
}
