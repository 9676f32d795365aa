// valid-envelope (json-rpc), a fault: a code under another name
export const answer = (id) => ({ jsonrpc: "2.0", id, error: { cod: -32000, message: "Server error" } });
