// no-error-result, a fault: with a literal type
import { read } from "../../lib.js";

export function text(path: string) {
  if (path === "") return { ok: false as const, error: "No path" };
  return { ok: true as const, text: read(path) };
}
