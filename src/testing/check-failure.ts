import { listErrorCodes } from "../contract/codes.js";
import { envelopeKey, type ContractData } from "../contract/contract-data.js";
import { findDiagnostic } from "../contract/diagnostic-text.js";
import { listEnvelopeProblems } from "../contract/envelope-schema.js";
import { detectError } from "../detect/detect-error.js";
import { ContractError, type FailureClass } from "../error/contract-error.js";
import { describeUnregistered } from "../error/factory-arguments.js";
import { callToEnvelope } from "../error/fill-envelope.js";
import { isError, parseJSON, readAt, readMember } from "../json/read.js";

/** A contract, or the error class that was created from it. */
export type ContractOrClass<C extends ContractData> = C | FailureClass<C>;

export interface CheckedFailure {
  readonly problems: readonly string[];
  readonly code: unknown;
  readonly envelope: object | undefined;
}

/** @param isFailed whether a value that does not say so is a failure; the message of a server says it. */
export function checkFailure(contract: ContractData, value: unknown, isFailed = true): CheckedFailure {
  const failure = detectError(value, { contracts: [contract], isFailed });
  if (failure?.certainty === "envelope") {
    const message = contract.message === "literal" ? findDiagnostic(failure.message) : undefined;
    const said = message === undefined ? [] : [`${contract.fields.message}: expected no diagnostics, found ${message}`];
    const problems = [...said, ...listBatchProblems(contract, failure.details)];
    return { problems, code: failure.code, envelope: failure.envelope };
  }
  const candidate = findCandidate(value);
  const code =
    readAt(candidate, contract.fields.code) ?? (failure?.certainty === "none" ? failure.foreignCode : failure?.code);
  if (failure?.certainty === "text")
    return { problems: ["only the text of a failure is there, not its envelope"], code, envelope: undefined };
  return { problems: listProblems(contract, value, candidate), code, envelope: undefined };
}

/** Of a batch the numbers add up, and each failure has its operation and a code of the contract. */
function listBatchProblems(contract: ContractData, details: unknown): readonly string[] {
  const [total, succeeded, failed, errors] = ["total", "succeeded", "failed", "errors"].map((name) =>
    readMember(details, name),
  );
  const counts = [total, succeeded, failed];
  if (!counts.every(Number.isSafeInteger) || !Array.isArray(errors)) return [];
  const [all, well, badly] = counts as [number, number, number];
  const problems = all === well + badly ? [] : [`${well} + ${badly} operations, of ${all}`];
  // Of many failures only some are listed.
  if (errors.length === 0 || errors.length > badly) problems.push(`${errors.length} failures listed, of ${badly}`);
  const seen = new Set<unknown>();
  for (const error of errors as readonly unknown[]) {
    const [index, code] = [readMember(error, "index"), readMember(error, "code")];
    const isPlace = Number.isSafeInteger(index) && (index as number) >= 0 && (index as number) < all;
    if (!isPlace || seen.has(index)) problems.push(`the index ${String(index)}, of ${all} operations`);
    seen.add(index);
    const problem = checkCode(contract, code);
    if (problem !== undefined) problems.push(problem);
  }
  return problems.map((problem) => `${contract.fields.details ?? "details"}: a batch: ${problem}`);
}

export function checkCode(contract: ContractData, code: unknown): string | undefined {
  return listErrorCodes(contract).includes(code as string) ? undefined : describeUnregistered(contract, code);
}

function listProblems(contract: ContractData, value: unknown, candidate: unknown): readonly string[] {
  if (candidate === value && isError(value)) {
    const name = readMember(value, "name");
    return [`a raw ${typeof name === "string" ? name : "Error"}, no error of ${contract.name}`];
  }
  const problems = listEnvelopeProblems(contract, candidate);
  return problems.length > 0 ? problems : ["the protocol calls it a success"];
}

function findCandidate(value: unknown): unknown {
  if (ContractError.is(value)) return callToEnvelope(value) ?? value;
  const ofMeta = readMember(readMember(value, "_meta"), envelopeKey);
  if (ofMeta !== undefined) return ofMeta;
  const content = readMember(value, "content");
  const text = Array.isArray(content) ? readMember(content[0], "text") : value;
  if (typeof text !== "string") return value;
  const parsed = parseJSON(text);
  return parsed === undefined ? text : parsed;
}
