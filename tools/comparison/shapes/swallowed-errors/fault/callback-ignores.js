// no-swallowed-error, a fault: a callback does not look at its error
import { readOld } from "../../lib.js";

export function show(path, done) {
  readOld(path, (err, text) => done(null, text.trim()));
}
