import type { Condition } from "../../contract/condition-statuses.js";

type Code = string | number | undefined;

/** Codes that mean the same whoever sends them: those of JSON-RPC, and what SDK 2.x says about its own connection. */
const settled: ReadonlyMap<unknown, Condition> = new Map<unknown, Condition>([
  [-32700, "invalid_input"],
  [-32600, "invalid_input"],
  [-32601, "unknown_operation"],
  [-32602, "invalid_input"],
  [-32603, "internal"],
  ["REQUEST_TIMEOUT", "timeout"],
  ["CONNECTION_CLOSED", "unavailable"],
  ["NOT_CONNECTED", "unavailable"],
  ["SEND_FAILED", "unavailable"],
]);

/**
 * Failures of the client's own connection that only their text tells apart: SDK 1.x gives them codes that servers use for
 * something else, and both give a call without a connection no code.
 */
const connection: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ["undefined Not connected", "unavailable"],
  ["-32000 Connection closed", "unavailable"],
  ["-32001 Request timed out", "timeout"],
  ["-32001 Maximum total timeout exceeded", "timeout"],
]);

/** What went wrong with the client's own connection; `undefined` for what a server said. */
export function findConditionOfConnection(code: Code, message: string): Condition | undefined {
  return connection.get(`${code} ${message}`);
}

/** The condition that a code of the protocol or of the MCP SDK stands for, where that is settled. */
export function findConditionOfProtocol(code: Code, message: string): Condition | undefined {
  return findConditionOfConnection(code, message) ?? settled.get(code);
}

/** A message without what SDK 1.x writes in front of it, once on each side, and the code that stands there. */
export function withoutPrefix(message: string): { readonly code: number | undefined; readonly text: string } {
  const match = /^(?:MCP error (-?\d{1,15}): )+/.exec(message);
  return match ? { code: Number(match[1]), text: message.slice(match[0].length) } : { code: undefined, text: message };
}
