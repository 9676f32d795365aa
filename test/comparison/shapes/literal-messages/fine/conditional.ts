// require-literal-message (context-resolve), no fault: one of two literals
import { contextResolveError } from "error-contract/context-resolve";

export function checked(budget: number) {
  if (budget < 0 || budget > 100) {
    throw contextResolveError("invalid_budget", budget < 0 ? "Budget is negative" : "Budget is too large");
  }
  return budget;
}
