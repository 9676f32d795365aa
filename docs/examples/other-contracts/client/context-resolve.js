import { detectError } from "error-contract/detect";
import { contextResolve, contextResolveError } from "error-contract/context-resolve";

const sent = contextResolveError("cache_missing");
const result = { content: [{ type: "text", text: JSON.stringify(sent) }], isError: true };

const failure = detectError(result, { contracts: [contextResolve] });
console.log(failure.contract, failure.code);
console.log(failure.recovery);
// context-resolve cache_missing
// Create the cache, then call again.
