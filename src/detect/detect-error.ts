import type { ContractData } from "../contract/contract-data.js";
import { lineageOf } from "../error/contract-error.js";
import { isError, readable } from "../json/to-json-safe.js";
import { detectedContracts } from "../contracts/built-in-contracts.js";
import { decoded } from "./decoded.js";
import { codedFailure, conformingFailure, unregistered, type Place } from "./evidence.js";
import type { DetectedFailure } from "./failure.js";
import type { Failure } from "./failures.js";
import { protocolFailure, thrownFailure } from "./protocol-error.js";
import { isToolResult, returnedFailure, tellsFailures, toolResultFailure } from "./tool-result.js";

/** What `detectError` goes by. */
export interface DetectOptions<C extends readonly ContractData[] = readonly ContractData[]> {
  /** The contracts that the server may follow, extensions among them. Default: the built-in ones but jsonRpc. */
  readonly contracts?: C | undefined;
}

/**
 * The failure in whatever a client holds, `undefined` where there is none:
 *
 * - a tool result, by its `isError`, `structuredContent` and text `content`;
 * - a caught error: the MCP SDK's `McpError` (1.x) and `ProtocolError` (2.x), an error of a contract, any other;
 * - a JSON-RPC response or its error object;
 * - a parsed body or a JSON text, which may have been written as a JSON string up to three times.
 *
 * A contract is named where its envelope schema accepts what arrived; of several the most specific: an extension before what
 * it extends, more required fields before fewer, then the order of the list. A text `[CODE] message` counts with the
 * `certainty` "text". What says that it is a failure and follows no contract has the contract `undefined`. An answer that
 * the protocol calls a success is a failure only under a contract that returns its failures.
 *
 * Texts of more than 4,000,000 characters are not parsed, items of `content` after the hundredth not looked at. Never throws,
 * whatever the value.
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
    return failureOf(contracts, value) as DetectedFailure<C[number]> | undefined;
  } catch {
    // The only way here is a stack that was exhausted before the call.
    return undefined;
  }
}

function failureOf(contracts: readonly ContractData[], value: unknown): Failure | undefined {
  const held = decoded(value);
  if (typeof held !== "object" || held === null) return codedFailure(contracts, [{ source: "value", value }]);
  if (lineageOf(held)) return thrownFailure(contracts, held) ?? protocolFailure(contracts, held);
  if (isError(held)) return protocolFailure(contracts, held);
  if (readable(held, "jsonrpc") === "2.0") return responseFailure(contracts, held);
  if (isToolResult(held)) return toolResultFailure(contracts, held);
  return valueFailure(contracts, held);
}

function responseFailure(contracts: readonly ContractData[], response: object): Failure | undefined {
  const [error, result] = [readable(response, "error"), readable(response, "result")];
  if (typeof error === "object" && error !== null) return protocolFailure(contracts, error);
  if (typeof result !== "object" || result === null) return undefined;
  if (isToolResult(result)) return toolResultFailure(contracts, result);
  return returnedFailure(contracts, [{ source: "value", value: result }]);
}

/** A value that does not say what it is has to conform. */
function valueFailure(contracts: readonly ContractData[], value: object): Failure | undefined {
  const places: readonly Place[] = [{ source: "value", value }];
  const data: readonly Place[] = isErrorObject(value) ? [{ source: "data", value: readable(value, "data") }] : [];
  return conformingFailure(contracts, [...data, ...places]) ?? unregistered(contracts.filter(tellsFailures), places);
}

/** Whether a value has the members of a JSON-RPC error object and no others. */
function isErrorObject(value: object): boolean {
  if (!Number.isSafeInteger(readable(value, "code")) || typeof readable(value, "message") !== "string") return false;
  return Object.keys(value).every((key) => key === "code" || key === "message" || key === "data");
}
