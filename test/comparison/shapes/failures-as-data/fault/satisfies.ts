// no-error-result, a fault: with its type beside it
import { read } from "../../lib.js";

interface Failure {
  ok: false;
  error: string;
}
export function text(path: string) {
  if (path === "") return { ok: false, error: "No path" } satisfies Failure;
  return read(path);
}
