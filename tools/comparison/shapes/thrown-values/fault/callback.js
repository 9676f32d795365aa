// no-raw-error, a fault: a callback is given a text where an error belongs
import { read } from "../../lib.js";

export function show(path, callback) {
  if (path === "") return callback("No path");
  callback(null, read(path));
}
