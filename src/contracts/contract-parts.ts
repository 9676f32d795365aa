import { builtClass, type ErrorClassOptions } from "../error/create-error-class.js";
import { boundaryOf, errorParts, type ContractParts } from "./module-parts.js";
import type { ContractData } from "../contract/contract-data.js";
import { defineContract } from "../contract/define-contract.js";

/**
 * Everything that the module of a contract exports, from its data alone.
 *
 * @throws TypeError when the contract's data is not what `defineContract` accepts.
 *
 * @example
 * const acme = extend(standard, { name: "acme", codes: { QUOTA_SPENT: { ... } } });
 * export const { errorClass: AcmeError, codes: ACME_CODES, factories, fromUnknown, wrapHandler } = contractParts(acme);
 * export const { toolError } = factories;
 */
export function contractParts<const C extends ContractData>(
  contract: C,
  options: ErrorClassOptions = {},
): ContractParts<C> {
  const parts = errorParts(builtClass(defineContract(contract), options));
  return { ...parts, wrapHandler: boundaryOf(parts.errorClass) };
}
