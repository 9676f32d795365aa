// require-literal-message (context-resolve), a fault: in the fields of the class
import { ContextResolveError } from "error-contract/context-resolve";

export const tooMuch = (budget) =>
  new ContextResolveError({ code: "invalid_budget", message: `Budget ${budget} is too large` });
