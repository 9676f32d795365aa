// valid-envelope (json-rpc), a fault: a response that names no request
export const refused = (res) =>
  res.status(400).json({ jsonrpc: "2.0", error: { code: -32600, message: "Bad Request: No valid session ID" } });
