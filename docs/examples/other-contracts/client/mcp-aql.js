import { detectError } from "error-contract/detect";
import { aqlError, mcpAql } from "error-contract/mcp-aql";

const sent = aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", resource_id: "7" });
const result = { content: [{ type: "text", text: JSON.stringify(sent) }], isError: true };

const failure = detectError(result, { contracts: [mcpAql] });
console.log(failure.contract, failure.code);
console.log(failure.recovery);
// mcp-aql NOT_FOUND_RESOURCE
// Check the name or create the thing first.
