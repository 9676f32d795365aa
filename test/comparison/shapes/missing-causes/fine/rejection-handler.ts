// require-cause, no fault: a rejection handler with it
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (path: string) =>
  load(path).catch((cause: unknown) => {
    throw toolError("UPSTREAM_FAILED", "No text", { cause });
  });
