import { errorCodes, wireCodeOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import { lastPart } from "../contract/leaf-fields.js";
import { mostSpecific } from "./matching-contract.js";

/** A text that names the code of a contract, taken apart. */
export interface CodedText {
  readonly contract: ContractData;
  readonly code: string | number;
  readonly message: string;
}

/**
 * A text of the form `[CODE] message`, which is what the MCP SDK leaves of a thrown contract error. The code must be one of
 * a contract, or one that it knows from an earlier contract and has a successor for.
 */
export function codedText(contracts: readonly ContractData[], text: string): CodedText | undefined {
  const name = /^\[([^\]\s]{1,200})\] /.exec(text)?.[1];
  if (name === undefined) return undefined;
  const fitting = contracts.filter((contract) => codeNamed(contract, name) !== undefined);
  const contract = mostSpecific(fitting.filter(writesCodes)) ?? mostSpecific(fitting);
  return contract && { contract, code: codeNamed(contract, name)!, message: text.slice(name.length + 3) };
}

/** Errors whose message field has another name carry the code in their own message; see `errorClass`. */
const writesCodes = ({ fields }: ContractData): boolean => lastPart(fields.message) !== "message";

function codeNamed(contract: ContractData, name: string): string | number | undefined {
  const registered = errorCodes(contract).find((code) => String(code) === name);
  if (registered !== undefined) return registered;
  const successors = contract.legacy?.codes ?? {};
  return Object.hasOwn(successors, name) ? wireCodeOf(contract, successors[name]!) : undefined;
}
