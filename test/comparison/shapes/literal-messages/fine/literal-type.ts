// require-literal-message (context-resolve), no fault: a parameter of a literal type
import { contextResolveError } from "error-contract/context-resolve";

export const refused = (message: "Query is empty" | "Query is too long") =>
  contextResolveError("invalid_query", message);
