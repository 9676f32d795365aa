// require-literal-message (context-resolve), no fault: left out before a cause
import { contextResolveError } from "error-contract/context-resolve";
import { load } from "../../lib.js";

export async function manifest(path: string) {
  try {
    return await load(path);
  } catch (error) {
    throw contextResolveError("io_error", undefined, { cause: error });
  }
}
