// no-raw-error, no fault: what was caught
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    console.warn(error);
    throw error;
  }
}
