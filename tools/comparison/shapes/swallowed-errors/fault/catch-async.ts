// no-swallowed-error, a fault: the same as an async function
import { load } from "../../lib.js";

export function warm(path: string) {
  return load(path).catch(async () => {});
}
