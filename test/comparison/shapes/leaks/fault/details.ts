// no-error-leak, a fault: a stack among the details of the contract's error
import { toolError } from "error-contract/standard";
import { load, toError } from "../../lib.js";

export const text = (path: string) =>
  load(path).catch((error: unknown) => {
    throw toolError("INTERNAL", "Not read", { details: { stack: toError(error).stack }, cause: error });
  });
