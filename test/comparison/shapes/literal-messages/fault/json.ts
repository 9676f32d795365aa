// require-literal-message (context-resolve), a fault: JSON of an object
import { contextResolveError } from "error-contract/context-resolve";

export function checked(query: { text: string; budget: number }) {
  if (query.text === "") throw contextResolveError("invalid_query", `Bad query: ${JSON.stringify(query)}`);
  return query;
}
