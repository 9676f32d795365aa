// no-swallowed-error, a fault: several steps, of which any may fail without a sound
import { cache, load, store } from "../../lib.js";

export async function move(from: string, to: string) {
  try {
    const text = await load(from);
    if (text !== "") await store(to, text);
    cache.delete(from);
  } catch (error) {}
}
