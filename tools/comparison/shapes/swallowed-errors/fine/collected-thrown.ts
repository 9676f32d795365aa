// no-swallowed-error, no fault: collected, and thrown together
import { toolError } from "error-contract/standard";
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
  if (errors.length > 0) throw toolError("UPSTREAM_FAILED", "Files are missing", { cause: errors });
  return texts;
}
