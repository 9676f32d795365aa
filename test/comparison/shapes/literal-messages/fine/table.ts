// require-literal-message (context-resolve), no fault: a table of messages
import { contextResolveError } from "error-contract/context-resolve";

const MESSAGES = { empty: "Query is empty", long: "Query is too long" } as const;
export const refused = (why: keyof typeof MESSAGES) => contextResolveError("invalid_query", MESSAGES[why]);
