// no-swallowed-error, no fault: given to the callback
import { read } from "../../lib.js";

export function text(path, done) {
  let text;
  try {
    text = read(path);
  } catch (error) {
    done(error);
    return;
  }
  done(null, text);
}
