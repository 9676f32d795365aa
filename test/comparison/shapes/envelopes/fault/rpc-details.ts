// valid-envelope (json-rpc), a fault: a member that an error does not have
export const answer = (id: string, details: object) => ({
  jsonrpc: "2.0",
  id,
  error: { code: -32601, message: "Method not found", details },
});
