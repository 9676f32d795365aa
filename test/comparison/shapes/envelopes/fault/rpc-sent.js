// valid-envelope (json-rpc), a fault: sent as text, without a message
export function refuse(res, id) {
  res.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32700 } }));
}
