// require-literal-message (context-resolve), a fault: a time
import { contextResolveError } from "error-contract/context-resolve";

export const broken = () => contextResolveError("internal_error", `Failed at ${new Date().toISOString()}`);
