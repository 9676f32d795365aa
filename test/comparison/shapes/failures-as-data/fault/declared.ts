// no-error-result, a fault: declared as the result
import { read } from "../../lib.js";

type Result = { ok: true; text: string } | { ok: false; error: string };
export function text(path: string): Result {
  if (path === "") return { ok: false, error: "No path" };
  return { ok: true, text: read(path) };
}
