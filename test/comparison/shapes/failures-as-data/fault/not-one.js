// no-error-result, a fault: false, written shortly
import { read } from "../../lib.js";

export function text(path) {
  return path === "" ? { ok: !1, error: "No path" } : { ok: !0, text: read(path) };
}
