// no-raw-error, a fault: a callback is given it
import { read } from "../../lib.js";

export function show(path, callback) {
  if (path === "") return callback(new Error("No path"));
  callback(null, read(path));
}
