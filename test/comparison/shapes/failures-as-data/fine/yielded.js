// no-error-result, no fault: the outcome of one item among many
import { read } from "../../lib.js";

export function* all(paths) {
  for (const path of paths) {
    if (path === "") yield { ok: false, error: "No path" };
    else yield { ok: true, text: read(path) };
  }
}
