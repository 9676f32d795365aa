import { JSON_RPC_CODES, jsonRpcError } from "error-contract/json-rpc";

export const fail = () => {
  throw jsonRpcError(JSON_RPC_CODES.NotFound, "There is no note 7", { id: 7 });
};
