// no-error-result, a fault: in the handler of a failure
import { load } from "../../lib.js";

export async function text(path: string) {
  try {
    return { ok: true, text: await load(path) };
  } catch (error) {
    return { ok: false, error: String(error) };
  }
}
