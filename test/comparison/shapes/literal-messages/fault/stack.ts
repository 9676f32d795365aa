// require-literal-message (context-resolve), a fault: a stack
import { contextResolveError } from "error-contract/context-resolve";
import { load, toError } from "../../lib.js";

export const manifest = (path: string) =>
  load(path).catch((error: unknown) => {
    throw contextResolveError("internal_error", toError(error).stack, { cause: error });
  });
