// require-cause, no fault: a callback with it
import { toolError } from "error-contract/standard";
import { readOld } from "../../lib.js";

export function show(path, done) {
  readOld(path, (err, text) => {
    if (err) return done(toolError("UPSTREAM_FAILED", "No text", { cause: err }));
    done(null, text);
  });
}
