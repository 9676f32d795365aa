// no-swallowed-error, no fault: cleaning up before it is thrown on
import { remove, store } from "../../lib.js";

export async function copy(path: string, text: string) {
  try {
    await store(path, text);
  } catch (error) {
    try {
      await remove(path);
    } catch {
      /* what failed first counts */
    }
    throw error;
  }
}
