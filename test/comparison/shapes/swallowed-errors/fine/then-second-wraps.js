// no-swallowed-error, no fault: a second argument of then that throws
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (path) =>
  load(path).then(
    (text) => text.trim(),
    (error) => {
      throw toolError("UPSTREAM_FAILED", "No text", { cause: error });
    },
  );
