import { lineageOf, type ContractError } from "../error/contract-error.js";
import type { ContractData } from "../contract/contract-data.js";
import { conditionOfStatus } from "../http/status.js";
import { readable, toJSONSafe } from "../json/to-json-safe.js";
import { conformingFailure, statedFailure, type Place } from "./evidence.js";
import { foreignFailure, type Failure } from "./failures.js";
import { connectionCondition, protocolCondition, withoutPrefix } from "../contracts/json-rpc/protocol-codes.js";

/** The failure that an error of a contract is, where it was thrown in this process. Never throws. */
export function thrownFailure(contracts: readonly ContractData[], error: object): Failure | undefined {
  const lineage = lineageOf(error);
  if (!lineage) return undefined;
  const envelope = envelopeOf(error as ContractError);
  const own = contracts.filter(({ name }) => name === lineage[0]);
  const places: readonly Place[] = [{ source: "error", value: envelope }];
  return conformingFailure(own, places) ?? statedFailure(contracts, places);
}

function envelopeOf(error: ContractError): object | undefined {
  try {
    return error.toEnvelope();
  } catch {
    // What else the error says is looked at next.
    return undefined;
  }
}

/**
 * The failure that an error of the protocol reports: its `data`, its message, or the error itself under a contract of
 * JSON-RPC errors. Any other error is a failure of no contract.
 *
 * @param error an `Error`, or the error object of a JSON-RPC response. Never throws.
 */
export function protocolFailure(contracts: readonly ContractData[], error: object): Failure {
  const [data, message] = [readable(error, "data"), readable(error, "message")];
  const { code: written, text } = withoutPrefix(typeof message === "string" ? message : "");
  const code = codeOf(error) ?? written;
  const safeData = data === undefined ? undefined : toJSONSafe(data);
  const places: readonly Place[] = [
    { source: "data", value: data },
    { source: "message", value: text },
  ];
  // SDK 1.x gives an error of the transport its HTTP status as the code.
  const condition = protocolCondition(code, text) ?? conditionOfStatus(readable(error, "status") ?? code);

  // The SDK's own word about the connection, under a code that a contract may use for something else.
  const isFromServer = connectionCondition(code, text) === undefined;
  const itself = { code, message: text, ...(safeData !== undefined && { data: safeData }) };
  return (
    statedFailure(contracts, places) ??
    (isFromServer ? sentFailure(contracts, itself) : undefined) ?? {
      ...foreignFailure({ code, message: text, condition, source: "error" }),
      ...(safeData !== undefined && { details: safeData }),
    }
  );
}

function sentFailure(contracts: readonly ContractData[], error: object): Failure | undefined {
  const protocols = contracts.filter(({ delivery }) => delivery === "protocol");
  return conformingFailure(protocols, [{ source: "error", value: error }]);
}

function codeOf(error: object): string | number | undefined {
  const code = readable(error, "code");
  return typeof code === "string" || Number.isFinite(code) ? (code as string | number) : undefined;
}
