import type { Condition } from "../../contract/condition-statuses.js";
import type { ContractData } from "../../contract/contract-data.js";
import { getLastPart } from "../../contract/schema.js";
import { builtInContracts, detectedContracts } from "../../contracts/built-in-contracts.js";
import { detectError } from "../../detect/detect-error.js";
import { getErrorClass } from "../../error/create-error-class.js";
import { checkFailure } from "../../testing/check-failure.js";
import { readMember } from "../../json/read.js";
import type { FaultKind } from "../faults/fault-kinds.js";
import type { Answer } from "../server/session.js";

/** A failure as a client reads it. */
export interface ReadFailure {
  /** The contract that it follows; `undefined` where it follows none. */
  readonly contract: string | undefined;
  readonly code: string | number | undefined;
  readonly condition: Condition | undefined;
  /** What is wrong with it under the contract that the server follows. */
  readonly problems: readonly string[];
}

/** Returns an answer in the form in which `detectError` takes it: a result, or a response with an error. */
const toReceived = ({ outcome, value }: Pick<Answer, "outcome" | "value">): unknown =>
  outcome === "error" ? { jsonrpc: "2.0", id: 1, error: value } : value;

/** Returns whether an answer tells of a failure, also one that the contract returns as a success. */
export function isFailing(answer: Pick<Answer, "outcome" | "value">, contract: ContractData | undefined): boolean {
  if (answer.outcome === "error" || readMember(answer.value, "isError") === true) return true;
  return contract !== undefined && detectError(toReceived(answer), { contracts: [contract] }) !== undefined;
}

/** Finds the contract that an answer follows, of those that are built in. */
export function detectContract(answer: Pick<Answer, "outcome" | "value">): ContractData | undefined {
  const failure = detectError(toReceived(answer), { contracts: [...detectedContracts] });
  if (failure?.certainty !== "envelope") return undefined;
  return builtInContracts.find(({ name }) => name === failure.contract);
}

export function readFailure(answer: Answer, contract: ContractData | undefined): ReadFailure {
  const received = toReceived(answer);
  if (!contract) {
    const code = readMember(answer.outcome === "error" ? answer.value : undefined, "code");
    return { contract: undefined, code: code as number | undefined, condition: undefined, problems: [] };
  }
  const failure = detectError(received, { contracts: [contract] });
  const { problems, code } = checkFailure(contract, received, false);
  return {
    contract: failure?.contract,
    code: (failure?.code ?? code) as string | number | undefined,
    condition: failure?.contract === undefined ? undefined : failure.condition,
    problems:
      failure?.certainty === "envelope"
        ? problems.filter((problem) => !problem.includes("calls it a success"))
        : problems,
  };
}

/**
 * Returns the code that the contract itself has for what a fault throws: some have none for a condition, and say by
 * their own table which other one stands for it.
 */
export function codeOfFault(contract: ContractData, kind: FaultKind): string | number | undefined {
  const members = kind.family === "http" ? { status: kind.status } : { code: "errno" in kind ? kind.errno : kind.name };
  const created: unknown = getErrorClass(contract).fromUnknown(Object.assign(new Error(kind.name), members));
  return readMember(created, getLastPart(contract.fields.code)) as string | number | undefined;
}
