// require-literal-message (context-resolve), a fault: no string
import { contextResolveError } from "error-contract/context-resolve";

export const refused = () => contextResolveError("invalid_query", []);
