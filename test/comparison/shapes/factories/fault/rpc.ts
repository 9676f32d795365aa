// prefer-factory (json-rpc), a fault: an error of JSON-RPC by its class
import { JsonRpcError } from "error-contract/json-rpc";

export const unknown = (method: string) => new JsonRpcError({ code: -32601, message: `No ${method}` });
