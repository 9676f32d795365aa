// no-error-result, a fault: a method
import { load } from "../../lib.js";

export class Files {
  async text(path: string) {
    if (path === "") return { success: false, error: "No path" };
    return { success: true, text: await load(path) };
  }
}
