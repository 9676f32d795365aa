// prefer-factory (json-rpc), no fault: a result of JSON-RPC
export const answer = (id, result) => ({ jsonrpc: "2.0", id, result });
