// no-swallowed-error, no fault: a callback passes its error on
import { readOld } from "../../lib.js";

export function show(path, done) {
  readOld(path, (err, text) => {
    if (err) return done(err);
    done(null, text.trim());
  });
}
