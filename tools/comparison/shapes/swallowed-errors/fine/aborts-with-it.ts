// no-swallowed-error, no fault: what depends on it is aborted with it
import { read } from "../../lib.js";

export function text(path: string, controller: AbortController) {
  try {
    return read(path);
  } catch (error) {
    controller.abort(error);
    return undefined;
  }
}
