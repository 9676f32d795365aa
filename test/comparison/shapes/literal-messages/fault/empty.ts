// require-literal-message (context-resolve), a fault: no text at all
import { contextResolveError } from "error-contract/context-resolve";

export const refused = () => contextResolveError("invalid_query", "");
