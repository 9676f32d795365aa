import type { ContractData } from "../../contract/contract-data.js";
import { createErrorClass } from "../../error/resolve-error-class.js";
import { createPartsOf } from "../create-contract-parts.js";
import { addJsonRpcMembers, type JsonRpcParts } from "./json-rpc-error.js";

export type { JsonRpcParts } from "./json-rpc-error.js";

/**
 * `createContractParts` for `jsonRpc` or an extension of it, with `toResponse`, `toHttp` and `fromResponse`.
 *
 * @throws TypeError where `defineContract` does not accept the contract.
 * @see Specification 002, sections "JSON-RPC Response" and "HTTP API Response"
 * @example
 * ```js
 * import { extend } from "error-contract";
 * import { jsonRpc } from "error-contract/json-rpc";
 * import { createJsonRpcParts } from "error-contract/json-rpc/parts";
 *
 * const notes = extend(jsonRpc, {
 *   name: "notes",
 *   version: "1.0.0",
 *   schemaId: "https://notes.example/errors/1",
 *   codes: {},
 * });
 * console.log(createJsonRpcParts(notes).errorClass.name); // JsonRpcError
 * ```
 */
export function createJsonRpcParts<const C extends ContractData>(contract: C): JsonRpcParts<C> {
  const created = createErrorClass(contract);
  addJsonRpcMembers(created);
  return createPartsOf(created) as unknown as JsonRpcParts<C>;
}
