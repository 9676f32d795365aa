// require-literal-message (context-resolve), a fault: a hash
import { contextResolveError } from "error-contract/context-resolve";

export const changed = () =>
  contextResolveError("cache_invalid", "Expected hash 3f786850e387550fdab836ed7e6dc881de23001b");
