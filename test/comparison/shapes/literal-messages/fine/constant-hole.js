// require-literal-message (context-resolve), no fault: a hole that is always the same
import { contextResolveError } from "error-contract/context-resolve";

const MOST = 100;
export const tooMuch = () => contextResolveError("invalid_budget", `The budget is above ${MOST}`);
