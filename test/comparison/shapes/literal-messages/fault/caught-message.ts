// require-literal-message (context-resolve), a fault: the message of what was caught
import { contextResolveError } from "error-contract/context-resolve";
import { load, toError } from "../../lib.js";

export async function manifest(path: string) {
  try {
    return await load(path);
  } catch (error) {
    throw contextResolveError("io_error", toError(error).message, { cause: error });
  }
}
