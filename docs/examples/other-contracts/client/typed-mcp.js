import { detectError } from "error-contract/detect";
import { mcpError, typedMcp } from "error-contract/typed-mcp";

const sent = mcpError("not_found", "There is no note 7");
const result = { content: [{ type: "text", text: JSON.stringify(sent) }], isError: true };

const failure = detectError(result, { contracts: [typedMcp] });
console.log(failure.contract, failure.code);
console.log(failure.recovery);
// typed-mcp not_found
// Check the name or create the thing first.
