// valid-envelope (json-rpc), no fault: a request, a notification
export const request = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list", params: {} });
export const notification = () => ({ jsonrpc: "2.0", method: "notifications/initialized" });
