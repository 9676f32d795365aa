// no-error-result, a fault: a result that turns into a failure
import { read } from "../../lib.js";

export function text(path) {
  const result = { ok: true, text: "", error: "" };
  if (path === "") {
    result.ok = false;
    result.error = "No path";
  } else {
    result.text = read(path);
  }
  return result;
}
