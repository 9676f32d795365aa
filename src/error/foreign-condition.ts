import { entryOf } from "../contract/codes.js";
import { conditionStatuses, type Condition } from "../contract/condition-statuses.js";
import { lineageOf } from "./contract-error.js";
import { isTrusted, type CodeEntry, type ContractData } from "../contract/contract-data.js";
import { readable } from "../json/to-json-safe.js";
import { lastPart } from "../contract/leaf-fields.js";
import { shapeFor } from "../contract/compile-contract.js";

/** The contract that an error was made for, where its class still tells; `undefined` for any other value. Never throws. */
export function contractOf(thrown: unknown): ContractData | undefined {
  if (!lineageOf(thrown)) return undefined;
  try {
    const { contract } = (thrown as object).constructor as { contract?: ContractData };
    return contract && (isTrusted(contract) || isReadable(contract)) ? contract : undefined;
  } catch {
    // The class no longer tells its contract.
    return undefined;
  }
}

/** Whether the contract of another copy of the package, which may be of another version, says what is asked of it here. */
function isReadable(contract: ContractData): boolean {
  const { fields, code, message } = shapeFor(contract);
  const isKnown = ({ condition }: CodeEntry): boolean => Object.hasOwn(conditionStatuses, condition);
  return (
    fields.includes(code) &&
    fields.includes(message) &&
    typeof contract.name === "string" &&
    Object.values(contract.codes).every(isKnown)
  );
}

/** The condition of an error of a contract; `undefined` for any other value. Never throws. */
export function contractCondition(thrown: unknown): Condition | undefined {
  const contract = contractOf(thrown);
  return contract && entryOf(contract, readable(thrown, lastPart(contract.fields.code)) as string)?.condition;
}
