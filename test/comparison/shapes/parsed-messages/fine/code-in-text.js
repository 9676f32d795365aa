// no-message-parsing (standard), no fault: a raw error whose code stands nowhere but in its text
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export async function text(path) {
  try {
    return await load(path);
  } catch (error) {
    const [, code] = /^([A-Z_]+): /.exec(error.message) ?? [];
    throw toolError(code === "GONE" ? "NOT_FOUND" : "INTERNAL", "Not read", { cause: error });
  }
}
