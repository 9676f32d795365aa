// require-cause, a fault: a second argument of then throws without it
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (path: string) =>
  load(path).then(
    (text) => text.trim(),
    () => {
      throw toolError("UPSTREAM_FAILED", "No text");
    },
  );
