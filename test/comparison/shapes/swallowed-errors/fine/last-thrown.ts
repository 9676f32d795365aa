// no-swallowed-error, no fault: a retry loop that throws the last error
import { load } from "../../lib.js";

export async function stubborn(path: string) {
  let last: unknown;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await load(path);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
