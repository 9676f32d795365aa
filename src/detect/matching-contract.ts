import { errorCodes } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { envelopeProblems } from "../contract/envelope-schema.js";
import { leafFields } from "../contract/leaf-fields.js";
import { schemaProblems } from "../contract/schema.js";
import { valueAt } from "../json/path.js";

/** The contract whose failure envelope a value is; of several the most specific. Never throws. */
export function matchingContract(contracts: readonly ContractData[], value: unknown): ContractData | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return mostSpecific(contracts.filter((contract) => conforms(contract, value)));
}

/** The code first: it settles nearly every value, and problems that nobody reads take long to word. */
function conforms(contract: ContractData, value: object): boolean {
  const code = valueAt(value, contract.fields.code);
  return errorCodes(contract).includes(code as string) && envelopeProblems(contract, value).length === 0;
}

/**
 * The open contract whose failure envelope a value would be if its code were registered: servers add codes of their own
 * that a client has not heard of. Never throws.
 */
export function contractOfForm(contracts: readonly ContractData[], value: unknown): ContractData | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  return mostSpecific(contracts.filter((contract) => hasForm(contract, value)));
}

function hasForm({ registry, codePattern, fields, envelopes }: ContractData, value: object): boolean {
  if (registry === "closed" || codePattern === undefined) return false;
  const code = valueAt(value, fields.code);
  if (typeof code !== "string" || !new RegExp(`^(?:${codePattern})$`, "u").test(code)) return false;
  return schemaProblems(envelopes.failure, value).length === 0;
}

/**
 * An extension before what it extends, then the contract that asks for more fields, then the one that stands first in the
 * list.
 */
export function mostSpecific(contracts: readonly ContractData[]): ContractData | undefined {
  return contracts.slice(1).reduce((best, other) => (isMoreSpecific(other, best) ? other : best), contracts[0]!);
}

function isMoreSpecific(contract: ContractData, than: ContractData): boolean {
  return contract.extends?.includes(than.name) === true || requiredFields(contract) > requiredFields(than);
}

function requiredFields({ envelopes }: ContractData): number {
  return leafFields(envelopes.failure).filter((field) => field.required).length;
}
