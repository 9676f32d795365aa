// valid-envelope (json-rpc), a fault: another version
export const answer = (id) => ({ jsonrpc: "1.0", id, error: { code: -32601, message: "Method not found" } });
