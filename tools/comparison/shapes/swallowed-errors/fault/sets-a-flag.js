// no-swallowed-error, a fault: a flag that nobody has to look at
import { cache, load } from "../../lib.js";

export const state = { ready: true };
export async function start(path) {
  try {
    cache.set(path, await load(path));
  } catch {
    state.ready = false;
  }
}
