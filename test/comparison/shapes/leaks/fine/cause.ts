// no-error-leak, no fault: the slot for the cause
import { toolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (path: string) =>
  load(path).catch((error: unknown) => {
    throw toolError("INTERNAL", "Not read", { cause: error });
  });
