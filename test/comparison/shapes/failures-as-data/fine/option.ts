// no-error-result, no fault: an option of that name
import { read } from "../../lib.js";

export function page(path: string, { ok = false }: { ok?: boolean } = {}) {
  return ok ? read(path) : "";
}
