// valid-envelope (json-rpc), a fault: result and error in one response
export const answer = (id: number) => ({
  jsonrpc: "2.0",
  id,
  result: null,
  error: { code: -32602, message: "Invalid params" },
});
