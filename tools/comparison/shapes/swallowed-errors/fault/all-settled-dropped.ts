// no-swallowed-error, a fault: nobody looks at what was settled
import { load } from "../../lib.js";

export async function warm(paths: string[]) {
  await Promise.allSettled(paths.map(load));
}
