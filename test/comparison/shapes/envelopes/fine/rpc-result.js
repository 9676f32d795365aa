// valid-envelope (json-rpc), no fault: a result
export const answer = (id, result) => ({ jsonrpc: "2.0", id, result });
export const domainResult = (id) => ({ jsonrpc: "2.0", id, result: { error: null, cod: 1, message: "done" } });
