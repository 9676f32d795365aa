// no-error-result, a fault: the same by another name
import { load } from "../../lib.js";

export async function text(path: string) {
  if (path === "") return { success: false, message: "No path" };
  return { success: true, text: await load(path) };
}
