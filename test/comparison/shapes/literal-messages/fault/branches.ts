// require-literal-message (context-resolve), a fault: put together on one path
import { contextResolveError } from "error-contract/context-resolve";

export function checked(budget: number) {
  let message = "Budget is invalid";
  if (budget > 100) message = `Budget ${budget} is too large`;
  if (budget < 0 || budget > 100) throw contextResolveError("invalid_budget", message);
  return budget;
}
