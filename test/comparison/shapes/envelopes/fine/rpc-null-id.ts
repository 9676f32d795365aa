// valid-envelope (json-rpc), no fault: the request could not be read, so its id is null
export const refused = (res: { end(text: string): void }) => {
  res.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message: "Invalid Request" } }));
};
