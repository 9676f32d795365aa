// require-literal-message (context-resolve), no fault: a member of an object that nobody changes
import { contextResolveError } from "error-contract/context-resolve";

const MESSAGES = Object.freeze({ empty: "Query is empty", long: "Query is too long" });
export const empty = () => contextResolveError("invalid_query", MESSAGES.empty);
