import { envelopeKey, mostTexts, type ContractData } from "../contract/contract-data.js";
import type { ContractError } from "../error/contract-error.js";
import { readLineage } from "../error/lineage.js";
import { createOptionError, createRefusal, type OptionRow } from "../error/refusal.js";
import { callToEnvelope } from "../error/fill-envelope.js";
import { findConditionOfStatus } from "../http/status.js";
import {
  findConditionOfCauses,
  copyJSON,
  findConditionOfProtocol,
  isMissingResource,
  listData,
  readClientError,
  withoutPrefix,
} from "../libraries/mcp-clients.js";
import { decode, isError, isObject, readMember, tryTo } from "../json/read.js";
import { toSafeText } from "../json/to-json-safe.js";
import {
  createPlace,
  describeForeign,
  findCodedFailure,
  findConformingFailure,
  findStatedFailure,
  findUnregisteredFailure,
  type Place,
} from "./evidence.js";
import type { Failure, FailureSource, NamedFailure } from "./failure.js";

export type Named<C extends readonly ContractData[]> = C extends readonly [] ? "name a contract" : unknown;

/** What the caller knows of a value. */
export interface DetectorOptions {
  /**
   * Whether a value that does not say so is a failure, such as the body of an HTTP response that is not `ok`.
   * Default: false.
   */
  readonly isFailed?: boolean | undefined;
}

/**
 * Finds the failure of one of the contracts in an answer; see `detectError`. `Code` are the codes of the tool that was
 * called, as in `detect<Failures["read_note"]>(answer)`.
 */
export type Detector<C extends ContractData> = <Code extends string | number = string>(
  value: unknown,
  options?: DetectorOptions,
) => NamedFailure<C, Code> | undefined;

/**
 * Creates the `detectError` for a server that speaks the contracts; a bundle has no other tables.
 *
 * @param contracts the contracts, extensions among them. One that returns its failures is looked for in successes too.
 * @throws TypeError where `contracts` is no list of contracts. The detector throws one for a wrong option.
 * @example
 * ```js
 * import { createDetector } from "error-contract/detect";
 * import { standard, toolError } from "error-contract/standard";
 *
 * const detectError = createDetector([standard]);
 * console.log(detectError(toolError("NOT_FOUND", "There is no such note."))?.code); // NOT_FOUND
 * ```
 */
export function createDetector<const C extends readonly ContractData[]>(contracts: C & Named<C>): Detector<C[number]> {
  if (!isContractList(contracts)) throw createOptionError("createDetector", "contracts", contractList, contracts);
  const returning = contracts.filter(({ delivery }) => delivery.startsWith("return"));
  return ((value: unknown, options?: DetectorOptions) => {
    return detect({ contracts, returning, isFailed: readIsFailed(options ?? {}) }, value);
  }) as Detector<C[number]>;
}

/** Only on a full stack is nothing found. */
export const detect = (spoken: Spoken, value: unknown): Failure | undefined => tryTo(() => findFailure(spoken, value));

export const contractList = "a list of one contract or more";

export const isFailedRow: OptionRow<boolean> = {
  expected: "true or false",
  fits: (value) => typeof value === "boolean",
  usual: false,
};

/** Reads the only option of a detector: `readOptions` is a twentieth of the bundle of a client. */
function readIsFailed(options: DetectorOptions): boolean {
  for (const [name, value] of Object.entries(options as Readonly<Record<string, unknown>>)) {
    if (value === undefined || value === null) continue;
    if (name !== "isFailed")
      throw createRefusal(`detect: ${toSafeText(name, 60)}: no such option; did you mean isFailed?`, undefined);
    if (typeof value !== "boolean") throw createOptionError("detect", name, "true or false", value);
  }
  return options.isFailed ?? false;
}

export const isContractList = (value: unknown): value is readonly ContractData[] =>
  isList(value) && value.length > 0 && value.every((contract) => typeof readMember(contract, "delivery") === "string");

export interface Spoken {
  readonly contracts: readonly ContractData[];
  /** Those among them that the caller has named, and that return their failures. */
  readonly returning: readonly ContractData[];
  readonly isFailed: boolean;
}

function findFailure(spoken: Spoken, value: unknown): Failure | undefined {
  const { contracts, isFailed } = spoken;
  const held = decode(value);
  if (!isObject(held)) return isFailed ? findCodedFailure(contracts, [createPlace("value", value)]) : undefined;
  const lineage = readLineage(held);
  if (lineage) return findThrownFailure(contracts, held as ContractError, lineage) ?? describeError(contracts, held);
  if (isError(held)) return describeError(contracts, held);
  if (readMember(held, "jsonrpc") === "2.0") return findResponseFailure(spoken, held);
  if (isToolResult(held)) return findToolFailure(spoken, held);
  return isFailed ? findBodyFailure(contracts, held) : findReturnedFailure(spoken, createPlace("value", held));
}

function findThrownFailure(
  contracts: readonly ContractData[],
  error: ContractError,
  lineage: readonly string[],
): Failure | undefined {
  const own = contracts.filter(({ name }) => name === lineage[0]);
  const places = [createPlace("error", callToEnvelope(error), true)];
  return findConformingFailure(own, places) ?? findStatedFailure(contracts, places);
}

/** Reads the `data` of a protocol's error, its message, or itself under a contract of JSON-RPC errors. */
function describeError(contracts: readonly ContractData[], error: object): Failure {
  const { code, text, failure, sent } = readClientError(error);
  const data = readMember(error, "data");
  const places = listPlaces(data, text, "data");
  if (sent) places.push(...listPlaces(readMember(sent, "data"), readMember(sent, "message"), "message"));
  const stated = findStatedFailure(contracts, places);
  if (stated) return stated;

  // The SDK reports its own connection under codes that a contract may use for something else.
  const protocols = failure ? [] : contracts.filter(({ delivery }) => delivery === "protocol");
  const details = copyJSON(data);
  const itself = { code, message: text, ...(details !== undefined && { data: details }) };
  const condition = isMissingResource(error)
    ? "not_found"
    : (findConditionOfProtocol(code, text) ??
      // SDK 1.x gives an error of the transport its HTTP status as the code.
      findConditionOfStatus(readMember(error, "status") ?? code) ??
      findConditionOfCauses(error));
  return (
    findConformingFailure(protocols, [createPlace("error", itself)]) ??
    describeForeign({ condition, ...failure, foreignCode: code, message: text, source: "error", details }, error)
  );
}

function listPlaces(data: unknown, message: unknown, source: FailureSource): Place[] {
  const places = listData(data).map((each) => createPlace(source, each, true));
  return [...places, createPlace("message", message, true)];
}

function findResponseFailure(spoken: Spoken, response: object): Failure | undefined {
  const [error, result] = [readMember(response, "error"), readMember(response, "result")];
  if (isObject(error)) return describeError(spoken.contracts, error);
  if (!isObject(result)) return undefined;
  if (isToolResult(result)) return findToolFailure(spoken, result);
  return findReturnedFailure(spoken, createPlace("value", result));
}

function isToolResult(value: object): boolean {
  if (isList(readMember(value, "content"))) return true;
  if (readMember(value, "isError") !== true) return false;
  return isObject(readMember(value, "structuredContent")) || isObject(readMember(value, "_meta"));
}

/** A failing handler may quote in its second text what it has read. */
function findToolFailure(spoken: Spoken, result: object): Failure | undefined {
  const content = readMember(result, "content");
  const structured = readMember(result, "structuredContent");
  if (readMember(result, "isError") === true) {
    const meta = createPlace("_meta", readMember(readMember(result, "_meta"), envelopeKey));
    const first = createPlace("content", listTexts(content, 1)[0], true);
    const places = [meta, createPlace("structuredContent", structured, true), first];
    return findStatedFailure(spoken.contracts, places) ?? describeForeignResult(listTexts(content), structured);
  }
  if (spoken.returning.length === 0) return undefined;
  // Among several items an envelope is a subject of the tool, not its failure.
  const isOnly = readMember(content, "length") === 1;
  const text = structured === undefined && isOnly ? listTexts(content, 1)[0] : undefined;
  const whole = text === undefined ? createPlace("structuredContent", structured) : createPlace("content", text);
  return findReturnedFailure(spoken, whole);
}

/** Under a contract that throws, an envelope in a success is data (specification 001 section 7). */
function findReturnedFailure({ returning }: Spoken, whole: Place): Failure | undefined {
  return (
    findConformingFailure(returning, [whole]) ?? findUnregisteredFailure(returning.filter(hasFailureMark), [whole])
  );
}

/** By its discriminant, or by the key that no success has (specification 003). */
const hasFailureMark = ({ fields, delivery }: ContractData): boolean =>
  fields.discriminant !== undefined || delivery === "return-json";

function describeForeignResult(texts: readonly string[], structured: unknown): Failure {
  const { code, text } = withoutPrefix(texts.join("\n"));
  const condition = findConditionOfProtocol(code, text);
  const details = isObject(structured) ? copyJSON(structured) : undefined;
  const message = text || "The tool failed without a message";
  return describeForeign({ foreignCode: code, message, condition, source: "content", details }, structured);
}

function listTexts(content: unknown, most = mostTexts): readonly string[] {
  const texts: string[] = [];
  const count = isList(content) ? Math.min(mostTexts, Number(readMember(content, "length"))) : 0;
  for (let index = 0; index < count && texts.length < most; index++) {
    const item = readMember(content, String(index));
    const text = readMember(item, "type") === "text" ? readMember(item, "text") : undefined;
    if (typeof text === "string") texts.push(text);
  }
  return texts;
}

function findBodyFailure(contracts: readonly ContractData[], value: object): Failure | undefined {
  const places = [createPlace("value", value)];
  const data = isErrorObject(value) ? [createPlace("data", readMember(value, "data"))] : [];
  return (
    findConformingFailure(contracts, [...data, ...places]) ??
    findUnregisteredFailure(contracts.filter(hasFailureMark), places)
  );
}

const isErrorObject = (value: object): boolean =>
  Number.isSafeInteger(readMember(value, "code")) &&
  typeof readMember(value, "message") === "string" &&
  Object.keys(value).every((key) => key === "code" || key === "message" || key === "data");

/** `Array.isArray` throws for a revoked proxy. */
const isList = (value: unknown): value is readonly unknown[] => tryTo(() => Array.isArray(value)) === true;
