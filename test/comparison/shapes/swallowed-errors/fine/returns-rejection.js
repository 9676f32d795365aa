// no-swallowed-error, no fault: answered with a rejected promise
import { read } from "../../lib.js";

export function text(path) {
  try {
    return Promise.resolve(read(path));
  } catch (error) {
    return Promise.reject(error);
  }
}
