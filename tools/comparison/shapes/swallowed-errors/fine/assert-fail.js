// no-swallowed-error, no fault: an assertion that always fails
import assert from "node:assert";
import { read } from "../../lib.js";

export function text(path) {
  try {
    return read(path);
  } catch (error) {
    assert.fail(error);
  }
}
