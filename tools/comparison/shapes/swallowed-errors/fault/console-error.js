// no-swallowed-error, a fault: written to the console, and the code goes on
import { cache, read } from "../../lib.js";

export function warm(path) {
  try {
    cache.set(path, read(path));
  } catch (error) {
    console.error(error);
  }
}
