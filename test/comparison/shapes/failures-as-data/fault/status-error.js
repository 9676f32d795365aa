// no-error-result, a fault: a status beside its message
import { read } from "../../lib.js";

export function text(path) {
  if (path === "") return { status: "error", message: "No path" };
  return { status: "done", text: read(path) };
}
