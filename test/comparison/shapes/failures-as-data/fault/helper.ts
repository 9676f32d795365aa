// no-error-result, a fault: through a helper that makes them
import { read } from "../../lib.js";

function failed(error: string) {
  return { ok: false as const, error };
}
export function text(path: string) {
  if (path === "") return failed("No path");
  return { ok: true as const, text: read(path) };
}
