// valid-envelope (json-rpc), a fault: a code as text
export const answer = (id: string) => ({
  jsonrpc: "2.0",
  id,
  error: { code: "-32601", message: "Method not found" },
});
