import { detectError } from "error-contract/detect";
import { JSON_RPC_CODES, jsonRpc, jsonRpcError } from "error-contract/json-rpc";

const sent = jsonRpcError(JSON_RPC_CODES.NotFound, "There is no note 7", { id: 7 });
const result = { content: [{ type: "text", text: JSON.stringify(sent) }], isError: true };

const failure = detectError(result, { contracts: [jsonRpc] });
console.log(failure.contract, failure.code);
console.log(failure.recovery);
// json-rpc -32001
// Check the name or create the thing first.
