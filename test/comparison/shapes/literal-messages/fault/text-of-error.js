// require-literal-message (context-resolve), a fault: the text of what was caught
import { contextResolveError } from "error-contract/context-resolve";
import { load } from "../../lib.js";

export async function manifest(path) {
  try {
    return await load(path);
  } catch (error) {
    throw contextResolveError("io_error", String(error), { cause: error });
  }
}
