// no-swallowed-error, a fault: replaced by an assigned default
import { load } from "../../lib.js";

export async function text(path: string) {
  let text: string;
  try {
    text = await load(path);
  } catch {
    text = "";
  }
  return text.trim();
}
