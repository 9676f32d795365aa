// require-literal-message (context-resolve), a fault: an object, which becomes [object Object]
import { contextResolveError } from "error-contract/context-resolve";

export function checked(query = {}) {
  if (!query.text) throw contextResolveError("invalid_query", `Bad query: ${query}`);
  return query;
}
