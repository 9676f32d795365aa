import { contextResolveError } from "error-contract/context-resolve";

export const fail = () => {
  throw contextResolveError("cache_missing");
};
