import type { ErrorClass } from "../../error/create-error-class.js";
import { boundaryOf, errorParts } from "../module-parts.js";
import type { ContractData } from "../../contract/contract-data.js";
import { defineContract } from "../../contract/define-contract.js";
import { jsonRpcErrorClass, type JsonRpcParts } from "./json-rpc-error.js";

export type { JsonRpcParts } from "./json-rpc-error.js";

/**
 * What `contractParts` gives, for `jsonRpc` or an extension of it: its errors have `toResponse` and `toHttp`, its class
 * `fromResponse` and `fromHttp`.
 *
 * @throws TypeError when the contract's data is not what `defineContract` accepts.
 *
 * @example
 * const acme = extend(jsonRpc, { name: "acme", codes: { TooBusy: { value: -32010, ... } } });
 * export const { errorClass: AcmeError, codes: ACME_CODES, factories } = jsonRpcParts(acme);
 */
export function jsonRpcParts<const C extends ContractData>(contract: C): JsonRpcParts<C> {
  const errorClass = jsonRpcErrorClass(defineContract(contract)) as unknown as ErrorClass<C>;
  return { ...errorParts(errorClass), wrapHandler: boundaryOf(errorClass) } as unknown as JsonRpcParts<C>;
}
