// no-error-result, a fault: with keys in quotes
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") return { ok: false, error: "No path" };
  return { ok: true, text: read(path) };
}
