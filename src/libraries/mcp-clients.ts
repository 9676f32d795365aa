import type { Condition } from "../contract/condition-statuses.js";
import { callSafely, readAt, readMember } from "../json/read.js";

// What MCP's clients throw, in SDK 1.x (1.32) and 2.x (2.4): also a detector loads it, which has no other rows.

/** With one meaning for every sender: what the MCP SDK throws as `McpError`, and answers by itself. */
export const conditionsByProtocolCode: ReadonlyMap<unknown, Condition> = /* @__PURE__ */ new Map<unknown, Condition>([
  [-32700, "invalid_input"],
  [-32600, "invalid_input"],
  [-32601, "unknown_operation"],
  [-32602, "invalid_input"],
]);

/** The codes of SDK 2.x for what happens on the way. */
export const conditionsOfConnection = {
  REQUEST_TIMEOUT: "timeout",
  CONNECTION_CLOSED: "unavailable",
  NOT_CONNECTED: "unavailable",
  SEND_FAILED: "unavailable",
  CLIENT_HTTP_UNEXPECTED_CONTENT: "upstream_failed",
  CLIENT_HTTP_AUTHENTICATION: "unauthenticated",
  CLIENT_HTTP_FORBIDDEN: "permission_denied",
} as const satisfies Record<string, Condition>;

/** Known by their text alone: SDK 1.x gives them codes that servers use for something else, or none. */
const connection: Readonly<Record<string, Condition>> = {
  "undefined Not connected": "unavailable",
  "-32000 Connection closed": "unavailable",
  "-32001 Request timed out": "timeout",
  "-32001 Maximum total timeout exceeded": "timeout",
};

type Code = string | number | undefined;

const longestSentence = 40;

/** Both SDKs report an abort under the code of a time limit, with its reason as the text. */
const aborts = /^(Abort|Timeout)Error: /u;

export function findConditionOfConnection(code: Code, message: string): Condition | undefined {
  if (code === -32001 || code === "REQUEST_TIMEOUT") {
    const reason = aborts.exec(message)?.[1];
    if (reason !== undefined) return reason === "Abort" ? "cancelled" : "timeout";
  }
  const said = message.length > longestSentence ? undefined : readMember(connection, `${code} ${message}`);
  return (said ?? (typeof code === "string" ? readAt(conditionsOfConnection, [code]) : undefined)) as
    Condition | undefined;
}

export const findConditionOfProtocol = (code: Code, message: string): Condition | undefined =>
  findConditionOfConnection(code, message) ?? (code === -32603 ? "internal" : conditionsByProtocolCode.get(code));

/** What a server answers by HTTP to a message: 404 is a session that it does not know, unless it names the method. */
export function findConditionOfEndpoint(error: unknown, message: string): Condition | undefined {
  const status = readMember(error, "status") ?? readMember(error, "code");
  if (status === -1 && message.includes("HTTP error: Unexpected content")) return "upstream_failed";
  if (status !== 404 || !message.includes("Error POSTing to endpoint")) return undefined;
  return message.includes('"code":-32601') ? "unknown_operation" : "unavailable";
}

/** -32002 is an earlier code. Under -32602 the data has the address and nothing else: others have that code too. */
export function isMissingResource(error: unknown): boolean {
  const [code, data] = [readMember(error, "code"), readMember(error, "data")];
  if (typeof readMember(data, "uri") !== "string") return false;
  return code === -32002 || (code === -32602 && readMember(callSafely(Object.keys, [data]), "length") === 1);
}

/** Returns a message without the prefix that SDK 1.x adds, once on each side, and the code of that prefix. */
export function withoutPrefix(message: string): { readonly code: number | undefined; readonly text: string } {
  const match = /^(?:MCP error (-?\d{1,15}): )+/.exec(message);
  return match ? { code: Number(match[1]), text: message.slice(match[0].length) } : { code: undefined, text: message };
}
