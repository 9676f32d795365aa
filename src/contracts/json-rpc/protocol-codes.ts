import type { Condition } from "../../contract/condition-statuses.js";
import { conditionsByProtocolCode } from "../../error/system-condition.js";

type Code = string | number | undefined;

/** Codes with one meaning for every sender: those of JSON-RPC, and those of SDK 2.x for its own connection. */
const settled: ReadonlyMap<unknown, Condition> = new Map<unknown, Condition>([
  ...conditionsByProtocolCode,
  [-32603, "internal"],
  ["REQUEST_TIMEOUT", "timeout"],
  ["CONNECTION_CLOSED", "unavailable"],
  ["NOT_CONNECTED", "unavailable"],
  ["SEND_FAILED", "unavailable"],
]);

/** Known by their text alone: SDK 1.x gives them codes that servers use for something else, or none. */
const connection: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ["undefined Not connected", "unavailable"],
  ["-32000 Connection closed", "unavailable"],
  ["-32001 Request timed out", "timeout"],
  ["-32001 Maximum total timeout exceeded", "timeout"],
]);

export function findConditionOfConnection(code: Code, message: string): Condition | undefined {
  return connection.get(`${code} ${message}`);
}

export function findConditionOfProtocol(code: Code, message: string): Condition | undefined {
  return findConditionOfConnection(code, message) ?? settled.get(code);
}
