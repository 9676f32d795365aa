// require-literal-message (context-resolve), no fault: words with a slash, numbers, a colon
import { contextResolveError } from "error-contract/context-resolve";

export const failed = () => contextResolveError("io_error", "Read/write failed: I/O error (see step 2 and/or 3)");
export const refused = () => contextResolveError("invalid_budget", "Budget must be between 1 and 100 tokens");
