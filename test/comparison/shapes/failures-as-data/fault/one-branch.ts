// no-error-result, a fault: one branch of a conditional
import { read } from "../../lib.js";

export const text = (path: string) =>
  path ? { success: true, text: read(path) } : { success: false, error: "No path" };
