// require-literal-message (context-resolve), no fault: two literals
import { contextResolveError } from "error-contract/context-resolve";

export const broken = () =>
  contextResolveError("cache_invalid", "The cache cannot be used: its manifest " + "does not list every document");
