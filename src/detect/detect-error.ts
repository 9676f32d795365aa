import type { ContractData } from "../contract/contract-data.js";
import { envelopeKey } from "../contract/envelope-key.js";
import { detectedContracts } from "../contracts/built-in-contracts.js";
import {
  findConditionOfConnection,
  findConditionOfProtocol,
  withoutPrefix,
} from "../contracts/json-rpc/protocol-codes.js";
import { readLineage, type ContractError } from "../error/contract-error.js";
import { findConditionOfStatus } from "../http/status.js";
import { isError, isObject, readMember } from "../json/read.js";
import { toJSONSafe } from "../json/to-json-safe.js";
import {
  decode,
  describeForeign,
  findCodedFailure,
  findConformingFailure,
  findStatedFailure,
  findUnregisteredFailure,
  type Place,
} from "./evidence.js";
import type { DetectedFailure, Failure } from "./failure.js";

/** The options of `detectError`. */
export interface DetectOptions<C extends readonly ContractData[] = readonly ContractData[]> {
  /** The contracts that the server may follow, extensions among them. Default: the built-in ones but jsonRpc. */
  readonly contracts?: C | undefined;
}

/**
 * Finds the failure in any value that a client holds; `undefined` where there is none:
 *
 * - a tool result, by its `isError`, its `_meta["error-contract/envelope"]`, `structuredContent` and text `content`;
 * - a caught error: the MCP SDK's `McpError` (1.x) and `ProtocolError` (2.x), an error of a contract, any other;
 * - a JSON-RPC response or its error object;
 * - a parsed body or a JSON text, which may have been written as a JSON string up to three times.
 *
 * A contract is named where its envelope schema accepts the value; of several the most specific: an extension before
 * its base, more required fields before fewer, then the order of the list. A text `[CODE] message` counts with the
 * `certainty` "text". A value that reports a failure and follows no contract has the contract `undefined`. An answer
 * that the protocol calls a success is a failure only under a contract that returns its failures.
 *
 * Texts of more than 4,000,000 characters are not parsed, items of `content` after the hundredth not read. Never
 * throws, whatever the value.
 *
 * @example
 * const failure = detectError(await client.callTool({ name: "read_file", arguments: { path } }));
 * if (failure?.code === "SESSION_NOT_INITIALIZED") await beginSession();
 * else if (failure) console.error(failure.message, failure.recovery);
 */
export function detectError<const C extends readonly ContractData[] = typeof detectedContracts>(
  value: unknown,
  options: DetectOptions<C> = {},
): DetectedFailure<C[number]> | undefined {
  const contracts: readonly ContractData[] = options.contracts ?? detectedContracts;
  try {
    return findFailure(contracts, value) as DetectedFailure<C[number]> | undefined;
  } catch {
    // The only way here is a stack that was exhausted before the call.
    return undefined;
  }
}

function findFailure(contracts: readonly ContractData[], value: unknown): Failure | undefined {
  const held = decode(value);
  if (!isObject(held)) return findCodedFailure(contracts, [{ source: "value", value }]);
  const lineage = readLineage(held);
  if (lineage) return findThrownFailure(contracts, held as ContractError, lineage) ?? describeError(contracts, held);
  if (isError(held)) return describeError(contracts, held);
  if (readMember(held, "jsonrpc") === "2.0") return findResponseFailure(contracts, held);
  if (isToolResult(held)) return findToolFailure(contracts, held);
  return findValueFailure(contracts, held);
}

/** Finds the failure of a contract's error that was thrown in this process. */
function findThrownFailure(
  contracts: readonly ContractData[],
  error: ContractError,
  lineage: readonly string[],
): Failure | undefined {
  const own = contracts.filter(({ name }) => name === lineage[0]);
  const places: readonly Place[] = [{ source: "error", value: callToEnvelope(error) }];
  return findConformingFailure(own, places) ?? findStatedFailure(contracts, places);
}

function callToEnvelope(error: ContractError): object | undefined {
  try {
    return error.toEnvelope();
  } catch {
    // The other members of the error are read next.
    return undefined;
  }
}

/**
 * Describes the failure that an error of the protocol reports: its `data`, its message, or the error itself under a
 * contract of JSON-RPC errors. Any other error is a failure of no contract.
 *
 * @param error an `Error`, or the error object of a JSON-RPC response.
 */
function describeError(contracts: readonly ContractData[], error: object): Failure {
  const [data, message] = [readMember(error, "data"), readMember(error, "message")];
  const { code: writtenCode, text } = withoutPrefix(typeof message === "string" ? message : "");
  const code = readCode(error) ?? writtenCode;
  const safeData = data === undefined ? undefined : toJSONSafe(data);
  const places: readonly Place[] = [
    { source: "data", value: data },
    { source: "message", value: text },
  ];
  // SDK 1.x gives an error of the transport its HTTP status as the code.
  const condition = findConditionOfProtocol(code, text) ?? findConditionOfStatus(readMember(error, "status") ?? code);

  // The SDK reports its own connection under codes that a contract may use for something else.
  const isFromServer = findConditionOfConnection(code, text) === undefined;
  const itself = { code, message: text, ...(safeData !== undefined && { data: safeData }) };
  return (
    findStatedFailure(contracts, places) ??
    (isFromServer ? findSentFailure(contracts, itself) : undefined) ?? {
      ...describeForeign({ code, message: text, condition, source: "error" }),
      ...(safeData !== undefined && { details: safeData }),
    }
  );
}

function findSentFailure(contracts: readonly ContractData[], error: object): Failure | undefined {
  const protocols = contracts.filter(({ delivery }) => delivery === "protocol");
  return findConformingFailure(protocols, [{ source: "error", value: error }]);
}

function readCode(error: object): string | number | undefined {
  const code = readMember(error, "code");
  return typeof code === "string" || Number.isFinite(code) ? (code as string | number) : undefined;
}

function findResponseFailure(contracts: readonly ContractData[], response: object): Failure | undefined {
  const [error, result] = [readMember(response, "error"), readMember(response, "result")];
  if (isObject(error)) return describeError(contracts, error);
  if (!isObject(result)) return undefined;
  if (isToolResult(result)) return findToolFailure(contracts, result);
  return findReturnedFailure(contracts, [{ source: "value", value: result }]);
}

/** Items of `content` that are read. */
const most = 100;

/** Returns whether a value has the form of the result of an MCP tool call. */
function isToolResult(value: object): boolean {
  if (isList(readMember(value, "content"))) return true;
  if (readMember(value, "isError") !== true) return false;
  return isObject(readMember(value, "structuredContent")) || isObject(readMember(value, "_meta"));
}

/** Finds the failure that a tool result reports; `undefined` for a success. */
function findToolFailure(contracts: readonly ContractData[], result: object): Failure | undefined {
  const texts = listTexts(readMember(result, "content"));
  const content = texts.map((value): Place => ({ source: "content", value }));
  const structured: Place = { source: "structuredContent", value: readMember(result, "structuredContent") };
  if (readMember(result, "isError") === true) {
    const meta: Place = { source: "_meta", value: readMember(readMember(result, "_meta"), envelopeKey) };
    return (
      findStatedFailure(contracts, [meta, structured, ...content]) ?? describeForeignResult(texts, structured.value)
    );
  }
  // Among several items an envelope is a subject of the tool, not its failure.
  return findReturnedFailure(contracts, content.length === 1 ? [structured, ...content] : [structured]);
}

/**
 * Finds the failure in an answer that the protocol calls a success. Only contracts that return their failures have
 * such; under the others an envelope in a success is data (specification 001 section 7: first check for an error
 * response).
 */
function findReturnedFailure(contracts: readonly ContractData[], places: readonly Place[]): Failure | undefined {
  const returning = contracts.filter(({ delivery }) => delivery === "return" || delivery === "return-json");
  return findConformingFailure(returning, places) ?? findUnregisteredFailure(returning.filter(hasFailureMark), places);
}

/**
 * Returns whether the envelope itself marks a failure: by its discriminant, or by the key that no success has
 * (specification 003).
 */
function hasFailureMark({ fields, delivery }: ContractData): boolean {
  return fields.discriminant !== undefined || delivery === "return-json";
}

function describeForeignResult(texts: readonly string[], structured: unknown): Failure {
  const { code, text } = withoutPrefix(texts.join("\n"));
  return {
    ...describeForeign({
      code,
      message: text || "The tool failed without a message",
      condition: findConditionOfProtocol(code, text),
      source: "content",
    }),
    ...(isObject(structured) && { details: toJSONSafe(structured) }),
  };
}

function listTexts(content: unknown): readonly string[] {
  if (!isList(content)) return [];
  const items = Array.from({ length: Math.min(most, Number(readMember(content, "length"))) }, (_, index) =>
    readMember(content, String(index)),
  );
  return items
    .filter((item) => readMember(item, "type") === "text")
    .map((item) => readMember(item, "text"))
    .filter((text) => typeof text === "string");
}

/** Finds the failure in a value of unknown kind, which has to conform. */
function findValueFailure(contracts: readonly ContractData[], value: object): Failure | undefined {
  const places: readonly Place[] = [{ source: "value", value }];
  const data: readonly Place[] = isErrorObject(value) ? [{ source: "data", value: readMember(value, "data") }] : [];
  return (
    findConformingFailure(contracts, [...data, ...places]) ??
    findUnregisteredFailure(contracts.filter(hasFailureMark), places)
  );
}

/** Returns whether a value has the members of a JSON-RPC error object and no others. */
function isErrorObject(value: object): boolean {
  if (!Number.isSafeInteger(readMember(value, "code")) || typeof readMember(value, "message") !== "string")
    return false;
  return Object.keys(value).every((key) => key === "code" || key === "message" || key === "data");
}

/** `Array.isArray` throws for a revoked proxy. */
function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
