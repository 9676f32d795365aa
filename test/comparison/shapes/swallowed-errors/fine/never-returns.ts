// no-swallowed-error, no fault: a function that never returns
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

function fail(error: unknown): never {
  throw toolError("INTERNAL", "It failed", { cause: error });
}
export function text(path: string) {
  try {
    return read(path);
  } catch (error) {
    fail(error);
  }
}
