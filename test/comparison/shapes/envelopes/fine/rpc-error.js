// valid-envelope (json-rpc), no fault: an error response with data
export const answer = (id, data) => ({ jsonrpc: "2.0", id, error: { code: -32000, message: "Server error", data } });
