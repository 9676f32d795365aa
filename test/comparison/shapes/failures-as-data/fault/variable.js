// no-error-result, a fault: through a variable
import { read } from "../../lib.js";

export function text(path) {
  const failure = { ok: false, error: "No path" };
  if (path === "") return failure;
  return { ok: true, text: read(path) };
}
