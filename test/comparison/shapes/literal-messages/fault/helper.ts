// require-literal-message (context-resolve), a fault: from a function that puts it together
import { contextResolveError } from "error-contract/context-resolve";

const described = (path: string) => `No cache at ${path}`;
export const missing = (path: string) => contextResolveError("cache_missing", described(path));
