import { contractProblems } from "./check-contract.js";
import { isTrusted, trusted, type ContractData } from "./contract-data.js";
import { diagnosticIn } from "./diagnostic-text.js";
import { httpReason } from "../http/reasons.js";
import { brought } from "./features.js";
import { renderedMessage } from "./message-template.js";
import { systemCondition } from "../error/system-condition.js";

// Also for the class of a contract that another copy of the package has defined.
Object.assign(brought, { diagnosticIn, renderedMessage, systemCondition, httpReason });

/**
 * Declares a contract. Literal types survive, so codes, messages and details are checked where they are used.
 *
 * @returns `data` itself, frozen through and through: classes and checks are derived from it once.
 * @throws TypeError when the data contradicts itself or says what nothing here understands; the message names each path
 *   and what was expected there.
 */
export function defineContract<const C extends ContractData>(data: C): C {
  if (isTrusted(data)) return data;
  const problems = contractProblems(data);
  if (problems.length > 0) throw new TypeError(problems.join("\n"));
  return trusted(data);
}
