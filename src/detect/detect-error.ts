import { envelopeKey, mostTexts, type ContractData } from "../contract/contract-data.js";
import { detectedContracts } from "../contracts/built-in-contracts.js";
import { findConditionOfConnection, findConditionOfProtocol } from "../contracts/json-rpc/protocol-codes.js";
import { readLineage, type ContractError } from "../error/contract-error.js";
import { readOptions, type OptionCheck } from "../error/refusal.js";
import { callToEnvelope } from "../error/fill-envelope.js";
import { withoutPrefix } from "../error/protocol-prefix.js";
import { isMissingResource } from "../error/system-condition.js";
import { findConditionOfStatus } from "../http/status.js";
import { isError, isObject, isRecord, readMember } from "../json/read.js";

import { toJSONSafe } from "../json/to-json-safe.js";
import {
  decode,
  describeForeign,
  findCodedFailure,
  findConformingFailure,
  findStatedFailure,
  findUnregisteredFailure,
  withFullForm,
  type Place,
} from "./evidence.js";
import type { DetectedFailure, Failure } from "./failure.js";

/** Refuses a list without contracts, as far as the compiler knows it. */
type Named<C extends readonly ContractData[]> = C extends readonly []
  ? { readonly contracts: "name a contract, or leave it out" }
  : unknown;

/** The options of `detectError`. */
export interface DetectOptions<C extends readonly ContractData[] = readonly ContractData[]> {
  /**
   * The contracts that the server speaks, extensions among them. One that returns its failures is looked for in
   * successes too. Default: the built-in ones but jsonRpc, in failures alone.
   */
  readonly contracts?: C | undefined;
  /**
   * Whether the caller knows that a value which does not say so is a failure, such as the body of an HTTP response that
   * is not `ok`. A tool result, a JSON-RPC response and an error say it themselves. Default: false.
   */
  readonly isFailed?: boolean | undefined;
}

/**
 * Finds the failure in an answer that a client holds; `undefined` where there is none:
 *
 * - a tool result with `isError`: in `_meta["error-contract/envelope"]`, which the first text completes, in
 *   `structuredContent`, in the first text;
 * - a caught error: the MCP SDK's `McpError` (1.x) and `ProtocolError` (2.x), an error of a contract, any other;
 * - a JSON-RPC response with an error;
 * - with `isFailed` a parsed body or a JSON text, which may have been written as a JSON string up to three times.
 *
 * Any other answer is a success, and its text is data: a tool that reads a file may answer with an envelope. Only where
 * `contracts` names one that returns its failures, an answer that is an envelope of it as a whole is one: the
 * `structuredContent`, else the only text, else the value itself.
 *
 * A contract is named where its envelope schema and the details of the code accept the value; of several the most
 * specific: an extension before its base, more required fields before fewer, then the order of the list. A text
 * `[CODE] message` counts with the `certainty` "text". A value that reports a failure and follows no contract has the
 * contract `undefined`.
 *
 * Texts of more than 4,000,000 characters are not parsed, items of `content` after the hundredth not read. Never
 * throws for a value.
 *
 * @throws TypeError naming the option that is unknown or wrong, such as a list of no contracts.
 *
 * @example
 * const answer = await client.callTool({ name: "read_file", arguments: { path } });
 * const failure = detectError(answer, { contracts: [kaiza] });
 * if (failure?.code === "SESSION_NOT_INITIALIZED") await beginSession();
 * else if (failure) console.error(failure.message, failure.recovery);
 */
export function detectError<const C extends readonly ContractData[] = typeof detectedContracts>(
  value: unknown,
  options?: DetectOptions<C> & Named<C>,
): DetectedFailure<C[number]> | undefined {
  const { contracts, isFailed = false }: DetectOptions = readOptions("detectError", options ?? {}, optionChecks);
  const returning = (contracts ?? []).filter(({ delivery }) => delivery.startsWith("return"));
  const spoken: Spoken = { contracts: contracts ?? detectedContracts, returning, isFailed };
  try {
    return findFailure(spoken, value) as DetectedFailure<C[number]> | undefined;
  } catch {
    // The only way here is a stack that was exhausted before the call.
    return undefined;
  }
}

const optionChecks: readonly OptionCheck[] = [
  ["contracts", "a list of one contract or more", (value) => isList(value) && isContractList(value as unknown[])],
  ["isFailed", "true or false", (value) => typeof value === "boolean"],
];

const isContractList = (list: readonly unknown[]): boolean =>
  list.length > 0 && list.every((contract) => typeof readMember(contract, "delivery") === "string");

/** What is known of the server, and of the value. */
interface Spoken {
  readonly contracts: readonly ContractData[];
  /** Those among them that the caller has named, and that return their failures. */
  readonly returning: readonly ContractData[];
  /** Whether a value that does not say so is a failure. */
  readonly isFailed: boolean;
}

function findFailure(spoken: Spoken, value: unknown): Failure | undefined {
  const { contracts, isFailed } = spoken;
  const held = decode(value);
  if (!isObject(held)) return isFailed ? findCodedFailure(contracts, [{ source: "value", value }]) : undefined;
  const lineage = readLineage(held);
  if (lineage) return findThrownFailure(contracts, held as ContractError, lineage) ?? describeError(contracts, held);
  if (isError(held)) return describeError(contracts, held);
  if (readMember(held, "jsonrpc") === "2.0") return findResponseFailure(spoken, held);
  if (isToolResult(held)) return findToolFailure(spoken, held);
  return isFailed ? findBodyFailure(contracts, held) : findReturnedFailure(spoken, { source: "value", value: held });
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
    { source: "data", value: withoutUri(data) },
    { source: "message", value: text },
  ];
  // SDK 1.x gives an error of the transport its HTTP status as the code.
  const condition = isMissingResource(error)
    ? "not_found"
    : (findConditionOfProtocol(code, text) ?? findConditionOfStatus(readMember(error, "status") ?? code));

  // The SDK reports its own connection under codes that a contract may use for something else.
  const isFromServer = findConditionOfConnection(code, text) === undefined;
  const protocols = isFromServer ? contracts.filter(({ delivery }) => delivery === "protocol") : [];
  const itself = { code, message: text, ...(safeData !== undefined && { data: safeData }) };
  return (
    findStatedFailure(contracts, places) ??
    findConformingFailure(protocols, [{ source: "error", value: itself }]) ?? {
      ...describeForeign({ code, message: text, condition, source: "error" }, error),
      ...(safeData !== undefined && { details: safeData }),
    }
  );
}

/** Returns data without the address that MCP wants in that of a resource which does not exist. */
function withoutUri(data: unknown): unknown {
  const safe = typeof readMember(data, "uri") === "string" ? toJSONSafe(data) : undefined;
  if (!isRecord(safe)) return undefined;
  const { uri: _, ...others } = safe;
  return others;
}

function readCode(error: object): string | number | undefined {
  const code = readMember(error, "code");
  return typeof code === "string" || Number.isFinite(code) ? (code as string | number) : undefined;
}

function findResponseFailure(spoken: Spoken, response: object): Failure | undefined {
  const [error, result] = [readMember(response, "error"), readMember(response, "result")];
  if (isObject(error)) return describeError(spoken.contracts, error);
  if (!isObject(result)) return undefined;
  if (isToolResult(result)) return findToolFailure(spoken, result);
  return findReturnedFailure(spoken, { source: "value", value: result });
}

function isToolResult(value: object): boolean {
  if (isList(readMember(value, "content"))) return true;
  if (readMember(value, "isError") !== true) return false;
  return isObject(readMember(value, "structuredContent")) || isObject(readMember(value, "_meta"));
}

/**
 * Finds the failure that a tool result reports; `undefined` for a success. A failing handler may quote in its second
 * text what it has read.
 */
function findToolFailure(spoken: Spoken, result: object): Failure | undefined {
  const content = readMember(result, "content");
  const texts = listTexts(content);
  const structured: Place = { source: "structuredContent", value: readMember(result, "structuredContent") };
  const first: Place = { source: "content", value: texts[0] };
  if (readMember(result, "isError") === true) {
    const meta: Place = { source: "_meta", value: readMember(readMember(result, "_meta"), envelopeKey) };
    const places = [withFullForm(spoken.contracts, meta, first), structured, first];
    return findStatedFailure(spoken.contracts, places) ?? describeForeignResult(texts, structured.value);
  }
  // Among several items an envelope is a subject of the tool, not its failure.
  const isOnly = readMember(content, "length") === 1;
  return findReturnedFailure(spoken, structured.value === undefined && isOnly ? first : structured);
}

/**
 * Finds the failure in an answer that the protocol calls a success, or that says nothing of it. Only contracts that
 * return their failures have such; under the others an envelope in a success is data (specification 001 section 7:
 * first check for an error response).
 */
function findReturnedFailure({ returning }: Spoken, whole: Place): Failure | undefined {
  return (
    findConformingFailure(returning, [whole]) ?? findUnregisteredFailure(returning.filter(hasFailureMark), [whole])
  );
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
    ...describeForeign(
      {
        code,
        message: text || "The tool failed without a message",
        condition: findConditionOfProtocol(code, text),
        source: "content",
      },
      structured,
    ),
    ...(isObject(structured) && { details: toJSONSafe(structured) }),
  };
}

function listTexts(content: unknown): readonly string[] {
  if (!isList(content)) return [];
  const items = Array.from({ length: Math.min(mostTexts, Number(readMember(content, "length"))) }, (_, index) =>
    readMember(content, String(index)),
  );
  return items
    .filter((item) => readMember(item, "type") === "text")
    .map((item) => readMember(item, "text"))
    .filter((text) => typeof text === "string");
}

function findBodyFailure(contracts: readonly ContractData[], value: object): Failure | undefined {
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
