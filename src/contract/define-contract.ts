import { checkContract } from "./check-contract.js";
import { isTrusted, trustContract, type ContractData } from "./contract-data.js";

/**
 * Declares a contract. Literal types survive, so codes, messages and details are checked where they are used.
 *
 * @returns `data` itself, frozen through and through: classes and checks are derived from it once.
 * @throws TypeError when the data contradicts itself or has members that are not known here; the message names each
 *   path and the expected value.
 */
export function defineContract<const C extends ContractData>(data: C): C {
  if (isTrusted(data)) return data;
  const problems = checkContract(data);
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  return trustContract(data);
}
