// no-raw-error, a fault: one branch of a conditional
import { toolError } from "error-contract/standard";

export function text(path: string) {
  throw path === "" ? toolError("MISSING_INPUT", "No path") : new Error(`No ${path}`);
}
