// require-literal-message (context-resolve), a fault: joined from parts
import { contextResolveError } from "error-contract/context-resolve";

export function checked(terms: readonly string[]) {
  if (terms.length > 10) throw contextResolveError("invalid_query", ["Too many terms:", ...terms].join(" "));
  return terms;
}
