// no-message-parsing (standard), a fault: the text of the whole error
import { ToolError } from "error-contract/standard";
import { load } from "../../lib.js";

export async function text(path: string) {
  try {
    return await load(path);
  } catch (error) {
    if (error instanceof ToolError && String(error).includes("NOT_FOUND")) return "";
    throw error;
  }
}
