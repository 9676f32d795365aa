// no-message-parsing (json-rpc), a fault: a parameter that is the contract's error
import type { JsonRpcError } from "error-contract/json-rpc";

export const isUnknownMethod = (error: JsonRpcError) => error.message.includes("not found");
