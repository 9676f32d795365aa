// no-message-parsing (standard), no fault: the code of the system
import { isErrno, load } from "../../lib.js";

export async function text(path: string) {
  try {
    return await load(path);
  } catch (error) {
    if (isErrno(error) && error.code === "ENOENT") return "";
    throw error;
  }
}
