import { defineContract } from "../contract/check-contract.js";
import type { ContractData } from "../contract/contract-data.js";
import { findDiagnostic } from "../contract/diagnostic-text.js";
import { features } from "../contract/features.js";
import { renderMessage } from "../contract/message-template.js";
import { getRecovery } from "../contract/conditions.js";
import { getHttpReason } from "../http/status.js";
import { libraries } from "../libraries/knowledge.js";
import { readMember } from "../json/read.js";
import type { FailureClass } from "./contract-error.js";
import { createTrustedClass, getErrorClass, type ErrorClass } from "./create-error-class.js";
import { createOptionError, type OptionRows } from "./refusal.js";

// A contract that a project defines may be of any kind, as may one that another copy of the package has defined.
Object.assign(features, { findDiagnostic, renderMessage, libraries, getRecovery, getHttpReason });

/**
 * The error class of a contract, created from its data alone: the constructor takes one object of fields, the factories
 * are the static methods that the vocabulary names `<errorClass>.<method>`. At run time names that the envelope does
 * not have are ignored, because code often passes a whole session object.
 *
 * @throws TypeError when the data is not accepted by {@link defineContract}.
 * @example
 * ```js
 * import { createErrorClass } from "error-contract";
 * import { standard } from "error-contract/standard";
 *
 * const ToolError = createErrorClass(standard);
 * console.log(ToolError.fromUnknown(new Error("It is gone.")).code); // INTERNAL
 * ```
 */
export function createErrorClass<const C extends ContractData>(contract: C): ErrorClass<C> {
  return createTrustedClass(defineContract(contract));
}

/** @throws TypeError when the value is neither a contract nor its class, or the data contradicts itself. */
export function resolveErrorClass(caller: string, contract: unknown): FailureClass {
  if (typeof contract === "object" && contract !== null) return getErrorClass(defineContract(contract as ContractData));
  const isClass =
    typeof contract === "function" && readMember(contract, "contract") && readMember(contract, "fromUnknown");
  if (!isClass) throw createOptionError(caller, "contract", "a contract or its error class", contract);
  return contract as unknown as FailureClass;
}

export interface ClassSource {
  /** The options that only its functions have. */
  readonly rows: OptionRows;
  readonly resolve: (caller: string, values: Readonly<Record<string, unknown>>) => FailureClass;
}

export const contractOption: ClassSource = {
  // The class of the contract is not created where the data contradicts itself.
  rows: { contract: { expected: "a contract or its error class", fits: () => true } },
  resolve: (caller, { contract }) => resolveErrorClass(caller, contract),
};
