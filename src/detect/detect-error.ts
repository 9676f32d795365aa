import type { ContractData } from "../contract/contract-data.js";
import { conditionRecoveries } from "../contract/conditions.js";
import { detectedContracts } from "../contracts/built-in-contracts.js";
import type { Condition } from "../contract/condition-statuses.js";
import { readOptions, type OptionRows } from "../error/refusal.js";
import { findConditionOfStatus, readStatus } from "../http/status.js";
import { isError, tryTo } from "../json/read.js";
import { readFrame } from "../libraries/client-frames.js";
import { findConditionOfProtocol, isMissingResource, readClientError } from "../libraries/mcp-clients.js";
import { libraries } from "../libraries/knowledge.js";
import { listOriginals } from "../libraries/originals.js";
import {
  contractList,
  detect,
  isContractList,
  isFailedRow,
  type DetectorOptions,
  type Named,
  type Spoken,
} from "./create-detector.js";
import type { DetectedFailure, Failure, NamedFailure } from "./failure.js";

/** The options of `detectError`. */
export interface DetectOptions<C extends readonly ContractData[] = readonly ContractData[]> extends DetectorOptions {
  /** The contracts that the server speaks. Default: the built-in ones but jsonRpc, and those in failures alone. */
  readonly contracts?: C | undefined;
}

/**
 * Finds the failure in an answer that a client holds; `undefined` where there is none:
 *
 * - a tool result with `isError`: in `_meta["error-contract/envelope"]`, in `structuredContent`, in the first text;
 * - a caught error: the MCP SDK's, an error of a contract, any other; a JSON-RPC response with an error;
 * - with `isFailed` a parsed body or a JSON text.
 *
 * Any other answer is a success, but for an envelope as a whole under a named contract that returns its failures. Of
 * several contracts the most specific is named. Never throws for a value.
 *
 * @throws TypeError naming the option that is unknown or wrong, such as a list of no contracts.
 * @example
 * ```js
 * import { detectError } from "error-contract/detect";
 *
 * const result = { isError: true, content: [{ type: "text", text: "There is no such note." }] };
 * console.log(detectError(result)?.message); // There is no such note.
 * ```
 */
export function detectError<const C extends readonly ContractData[] = typeof detectedContracts>(
  value: unknown,
  options?: DetectOptions<C> & { readonly contracts?: Named<C> },
): DetectedFailure<C[number]> | undefined;
/** `Code` are the codes of the tool that was called: `detectError<Failures["read_note"]>(answer)`. */
export function detectError<Code extends string | number = string>(
  value: unknown,
  options?: DetectorOptions,
): NamedFailure<(typeof detectedContracts)[number], Code> | undefined;
export function detectError(value: unknown, options?: DetectOptions): unknown {
  const { contracts, isFailed = false } = readOptions("detectError", options ?? {}, optionRows);
  const returning = (contracts ?? []).filter(({ delivery }) => delivery.startsWith("return"));
  const spoken = { contracts: contracts ?? detectedContracts, returning, isFailed };
  const failure = detect(spoken, value);
  // Most answers are successes, or have an envelope.
  return failure?.certainty === "none" ? explain(spoken, failure, value) : failure;
}

/**
 * Returns what a client of the SDKs has where the value is what a program above them has made of it: LangChain's
 * adapters, the client of the AI SDK, fastmcp. Any other value is returned as it is. `detectError` does so itself; a
 * detector takes what it returns. Never throws.
 *
 * @example
 * ```js
 * import { withoutFrame } from "error-contract/detect";
 *
 * const result = { isError: true, content: [] };
 * console.log(withoutFrame(result) === result); // true
 * ```
 */
export function withoutFrame(value: unknown): unknown {
  const frame = tryTo(() => readFrame(value));
  if (!frame) return value;
  return "result" in frame ? frame.result : Object.assign(new Error(frame.error.message), frame.error);
}

function explain(spoken: Spoken, failure: Failure, value: unknown): Failure | undefined {
  const held = withoutFrame(value);
  const found = held === value ? failure : detect(spoken, held);
  return found && addMeaning(spoken, found, held);
}

/** Says of the error of a library what `fromUnknown` says. What a client, or the protocol, says itself comes first. */
function addMeaning(spoken: Spoken, failure: Failure, error: unknown): Failure {
  if (failure.certainty !== "none" || failure.source !== "error" || !isError(error)) return failure;
  const { code, text, failure: told } = readClientError(error);
  if (told || isMissingResource(error) || findConditionOfProtocol(code, text)) return failure;
  const condition = findMeaning(spoken, error);
  return condition === undefined ? failure : { ...failure, condition, ...conditionRecoveries[condition] };
}

/** A general failure of another server is left to its HTTP status. */
function findMeaning(spoken: Spoken, error: object): Condition | undefined {
  let condition: Condition | undefined;
  for (const link of listOriginals(error)) {
    const stated = link.value === error ? undefined : detect(spoken, withoutFrame(link.value));
    if (stated?.contract) return stated.condition;
    const meaning = libraries.classify(link, undefined);
    condition ??= meaning?.condition;
    if (!meaning || meaning.isGeneral) continue;
    condition = meaning.condition;
    break;
  }
  const adjusted = libraries.adjust(condition, libraries.findWait(error, Date.now()));
  return adjusted === "upstream_failed" && findConditionOfStatus(readStatus(error)) === "internal"
    ? "internal"
    : adjusted;
}

const optionRows: OptionRows<DetectOptions> = {
  contracts: { expected: contractList, fits: isContractList },
  isFailed: isFailedRow,
};
