// no-swallowed-error, a fault: a callback goes on without its error
import { readOld } from "../../lib.js";

export function show(path, done) {
  readOld(path, (err, text) => {
    if (err) return done();
    done(null, text);
  });
}
