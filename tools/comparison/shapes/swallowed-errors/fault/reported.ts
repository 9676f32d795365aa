// no-swallowed-error, a fault: sent to an error tracker, and the code goes on
import { cache, load, report } from "../../lib.js";

export async function warm(path: string) {
  try {
    cache.set(path, await load(path));
  } catch (error) {
    report(error);
  }
}
