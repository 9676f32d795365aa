// valid-envelope (typed-mcp), a fault: no details, which are always there
import { load } from "../../lib.js";

export async function note(path) {
  if (path === "") return JSON.stringify({ error: "not_found", message: "No such note" });
  return JSON.stringify({ text: await load(path) });
}
