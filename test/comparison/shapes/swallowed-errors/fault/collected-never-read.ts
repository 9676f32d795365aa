// no-swallowed-error, a fault: collected in a list that nobody reads
import { load } from "../../lib.js";

export async function all(paths: string[]) {
  const errors: unknown[] = [];
  const texts: string[] = [];
  for (const path of paths) {
    try {
      texts.push(await load(path));
    } catch (error) {
      errors.push(error);
    }
  }
  return texts;
}
