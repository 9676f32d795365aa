import { builtClass, type ErrorClass, type ErrorClassOptions } from "./create-error-class.js";
import type { ContractData } from "../contract/contract-data.js";
import { defineContract } from "../contract/define-contract.js";

/**
 * The error class of a contract, built from its data alone: the constructor takes one object of fields, and the factories
 * are the static methods that the vocabulary names `<errorClass>.<method>`. Codes, fields and factories are typed from the
 * contract's literal types.
 *
 * Factories make this class, also when they are called on a subclass or without a receiver, so that
 * `promise.catch(Class.fromUnknown)` works. Use the class as it is: what the factories make is no instance of a subclass.
 *
 * TypeScript refuses names that the envelope does not have; at run time they are ignored. Whoever reports a failure often
 * hands over a whole session object, and a `TypeError` on the way, where tests seldom go, would take the place of the
 * failure's code. What the envelope cannot hold under a name that it has, however, is refused.
 *
 * @throws TypeError when the contract's data is not what {@link defineContract} accepts.
 *
 * @example
 * const acme = extend(kaiza, { name: "acme", codes: { QUOTA_SPENT: { ... } } });
 * export const AcmeError = errorClass(acme);
 * export type AcmeError = InstanceType<typeof AcmeError>;
 */
export function errorClass<const C extends ContractData>(contract: C, options: ErrorClassOptions = {}): ErrorClass<C> {
  return builtClass(defineContract(contract), options);
}
