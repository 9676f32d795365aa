// no-swallowed-error, no fault: a function that always throws, in JavaScript
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

function fail(error) {
  throw toolError("INTERNAL", "It failed", { cause: error });
}
export function text(path) {
  try {
    return read(path);
  } catch (error) {
    fail(error);
  }
}
