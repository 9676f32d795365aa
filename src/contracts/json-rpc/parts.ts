import type { ContractData } from "../../contract/contract-data.js";
import { createErrorClass } from "../../error/resolve-error-class.js";
import { createPartsOf } from "../create-contract-parts.js";
import { addJsonRpcMembers, type JsonRpcParts } from "./json-rpc-error.js";

export type { JsonRpcParts } from "./json-rpc-error.js";

/** `createContractParts` for `jsonRpc` or an extension of it, with `toResponse`, `toHttp` and `fromResponse`. */
export function createJsonRpcParts<const C extends ContractData>(contract: C): JsonRpcParts<C> {
  const created = createErrorClass(contract);
  addJsonRpcMembers(created);
  return createPartsOf(created) as unknown as JsonRpcParts<C>;
}
