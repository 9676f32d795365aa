// no-message-parsing (standard), a fault: beside the code
import { TOOL_ERROR_CODES } from "error-contract/standard";
import { load } from "../../lib.js";

export async function text(path) {
  try {
    return await load(path);
  } catch (error) {
    if (error.code === TOOL_ERROR_CODES.NOT_FOUND) return "";
    if (error.message === "Too many requests") return load(path);
    throw error;
  }
}
