// no-swallowed-error, no fault: a rejection handler that throws the contract's error
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (path: string) =>
  load(path).catch((error: unknown) => {
    throw toolError("UPSTREAM_FAILED", "No text", { cause: error });
  });
