// no-swallowed-error, no fault: the rest is thrown on first
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return "";
  }
}
