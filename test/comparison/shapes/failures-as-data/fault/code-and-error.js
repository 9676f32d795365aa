// no-error-result, a fault: an error beside its code
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") return { error: "No path", code: "MISSING_INPUT" };
  return { text: read(path) };
}
