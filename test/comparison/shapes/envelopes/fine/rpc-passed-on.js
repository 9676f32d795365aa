// valid-envelope (json-rpc), no fault: whatever the error is
export const answer = (id, error) => ({ jsonrpc: "2.0", id, error });
export const both = (id, response) => ({ jsonrpc: "2.0", id, ...response });
